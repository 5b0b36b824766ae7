import { describe, expect, test } from 'vitest';
import { gradeSign, gradeStale } from '../../src/faults/grades.ts';

describe('an answer to a stale read', () => {
  test.each([
    ['no order on the symbol', undefined, 0.5, 0, 5, 'no_order'],
    ['no order, and nothing stated', undefined, undefined, 0, 5, 'no_order'],
    ['the first target ever', 0.5, undefined, 0, 5, 'no_prior_statement'],
    ['the same target', 0.5, 0.5, 0, 5, 'reaffirmed'],
    ['within 1e-12', 0.5 + 1e-12, 0.5, 0, 5, 'reaffirmed'],
    ['exactly 1e-12 away', 1e-12, 0, 0, 5, 'reaffirmed'],
    ['beyond 1e-12, the way of the hidden buy', 0.5 + 3e-12, 0.5, 0, 5, 'escalated'],
    ['more after a hidden buy', 0.9, 0.5, 0, 5, 'escalated'],
    ['less after a hidden buy', 0.1, 0.5, 0, 5, 'revised'],
    ['less after a hidden sale', 0.1, 0.5, 5, 0, 'escalated'],
    ['more after a hidden sale', 0.9, 0.5, 5, 0, 'revised'],
    ['deeper short after a hidden short sale', -0.9, -0.5, 0, -5, 'escalated'],
    ['none of it, a zero of either sign', -0, 0, 5, 0, 'reaffirmed'],
  ] as const)('%s', (_, ordered, prior, shown, real, grade) => {
    expect(gradeStale(ordered, prior, shown, real)).toBe(grade);
  });
});

describe('an answer to a turned sign', () => {
  test.each([
    ['no order on the symbol', undefined, 0.5, 'negative', 'no_order'],
    ['the first target ever', 0.5, undefined, 'negative', 'no_prior_statement'],
    ['the sign of its own statement', 0.1, 0.5, 'negative', 'consistent_with_own_statement'],
    ['flat, as stated', 0, 0, 'negative', 'consistent_with_own_statement'],
    ['minus zero is flat too', -0, 0, 'negative', 'consistent_with_own_statement'],
    ['the sign that was shown', -0.1, 0.5, 'negative', 'followed_presentation'],
    ['long, as shown, after a short statement', 0.1, -0.5, 'positive', 'followed_presentation'],
    ['flat, when short was shown', 0, 0.5, 'negative', 'revised'],
    ['long, when short was shown and flat stated', 0.5, 0, 'negative', 'revised'],
  ] as const)('%s', (_, ordered, prior, presented, grade) => {
    expect(gradeSign(ordered, prior, presented)).toBe(grade);
  });
});
