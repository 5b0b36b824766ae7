/** The library half of the kit: what a test or a notebook may use. */
export { costModelSha256 } from './engine/costDigest.ts';
export { costModelFromJson } from './engine/costFile.ts';
export { type CostModel, costProfiles } from './engine/costModel.ts';
export { observationAt } from './engine/observe.ts';
export {
  type DecideFunction,
  randomAgent,
  referenceAgents,
  scriptedAgent,
} from './engine/referenceAgents.ts';
export { EngineRun, type RunInputs, type RunResult, type StepOutcome } from './engine/run.ts';
export { type RunSummary, StepTotals, summarize } from './engine/statistics.ts';
export type { Diagnostic, Words } from './kernel/diagnostic.ts';
export type { Dataset, Window } from './market/dataset.ts';
export { datasetSha256 } from './market/digest.ts';
export { parseGeneratorSpec } from './market/generatorSpec.ts';
export { generateDataset } from './market/generators.ts';
export { defaultWindows } from './market/windows.ts';
export type { Action, Decision, DecisionCost, Order } from './protocol/decision.ts';
export type { MarketObservation, PositionState, SymbolSnapshot } from './protocol/observation.ts';
export { observedSymbols } from './protocol/observedSymbols.ts';
export { type AnswerVerdict, readAnswer } from './protocol/readAnswer.ts';
