import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentNameFault, agentNameFor } from '../../src/create/agentName.ts';

describe('the agent name of a folder', () => {
  it.each([
    ['My Bot (v2)', 'my-bot-v2'],
    ['my-agent', 'my-agent'],
    ['Foo', 'foo'],
    ['Zürich_Bot', 'zurich-bot'],
    ['ボット', 'trading-agent'],
    ['---', 'trading-agent'],
    ['2nd try', 'agent-2nd-try'],
    ['test', 'test-agent'],
    ['CON', 'con-agent'],
    ['a'.repeat(300), 'a'.repeat(64)],
    [`${'a'.repeat(63)}-b`, 'a'.repeat(63)],
  ])('%s is %s', (folder, name) => {
    expect(agentNameFor(folder)).toBe(name);
  });

  it('is a valid name, whatever the folder is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (folder) => {
        expect(agentNameFault(agentNameFor(folder))).toBeNull();
      }),
    );
  });
});

describe('a given name', () => {
  it.each([
    ['', 'empty'],
    ['../x', 'a path'],
    ['a\\b', 'a path'],
    ['.hidden', 'begins with a dot'],
    ['-x', 'kebab-case'],
    ['My-Bot', 'kebab-case'],
    ['a--b', 'kebab-case'],
    ['a\u0007b', 'kebab-case'],
    ['1st', 'kebab-case'],
    ['node_modules', 'kebab-case'],
    ['fn', 'reserved'],
    ['nul', 'reserved'],
    ['a'.repeat(65), 'longer than 64'],
  ])('%j is refused', (name, reason) => {
    expect(agentNameFault(name)).toContain(reason);
  });

  it.each(['a', 'my-agent', 'bot-2', 'a'.repeat(64)])('%s is accepted', (name) => {
    expect(agentNameFault(name)).toBeNull();
  });
});
