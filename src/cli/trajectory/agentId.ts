import { httpTarget } from '../../agents/http/target.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { AgentSource } from '../agentSource.ts';

const COMMAND = 'cmd:';

/**
 * What a trajectory calls its agent (page 8.2): a built-in one by its name, others
 * `cmd:` and the command line, or `http:` and the address. A name of the configuration
 * is no part of it, so that one program has one id.
 */
export function capturedAgentId({ identity, url }: Pick<AgentSource, 'identity' | 'url'>): string {
  const { id, transport, command } = identity;
  switch (transport) {
    case 'in-process':
      return id;
    case 'stdio':
      return id.startsWith(COMMAND) ? id : COMMAND + command.join(' ');
    case 'http':
      invariant(url !== undefined, 'an endpoint has an address');
      return httpTarget(url).origin.replace('http://', 'http:');
  }
}
