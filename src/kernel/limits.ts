/**
 * Every bound on what the outside can grow or delay, in one place.
 * Sizes in bytes, times in milliseconds unless the name says otherwise.
 */
export const limits = {
  /** One answer line, terminator included (page 6.1). */
  answerLineBytes: 8 * 1024 * 1024,
  /** All of an agent's stdout in one run (page 6.1). */
  runStdoutBytes: 64 * 1024 * 1024,
  /** Kept tail of an agent's stderr, per process (page 6.2). */
  stderrTailBytes: 64 * 1024,
  /** Stderr that one event tells, and all events of one attempt's run together. */
  stderrTextBytes: 4 * 1024,
  /** Milliseconds between two looks at the stderr of an agent that is being waited for. */
  stderrLookMs: 500,
  stderrToldBytes: 256 * 1024,
  /** Variables of an agent's environment that a record tells, and characters of a value. */
  environmentEntries: 100,
  environmentValueChars: 200,
  /** Raw answer text kept in a record; beyond it, its length and digest (page 8.5). */
  recordedLineBytes: 64 * 1024,
  /** An event of a record that is longer is read without its largest members. */
  recordEventBytes: 1024 * 1024,
  /** `meta.json` of a record. */
  recordMetaBytes: 1024 * 1024,
  /** Problems of one record that are kept in full; further ones are counted. */
  recordProblems: 50,
  /** An unfinished record that was written to within this time is never deleted. */
  unfinishedKeptMs: 24 * 60 * 60 * 1000,
  /** Nesting that serde_json accepts: 127 levels (page 1.2). */
  jsonDepth: 127,
  /** Wall-clock budget of one decision, the write included (page 6.1). */
  decideTimeoutMs: 30_000,
  /** After exit, how long stdout is drained for a last answer (page 6.1). */
  exitDrainMs: 500,
  /** Between TERM and KILL to the process group (page 6.1). */
  terminateGraceMs: 500,
  /** Between the end of stdin and TERM: time for an agent to leave on its own. */
  voluntaryExitMs: 1_000,
  /** A valid decision this soon after a refused line means that something logs to stdout (page 6.2). */
  noiseWindowMs: 200,
  /** Quiet time after the first and the last answer, to find surplus lines while they can be placed. */
  surplusSettleMs: 25,
  /** After a spent budget and the end of stdin, how long held-back output may still show itself. */
  flushProbeMs: 300,
  /** After KILL, how long a process may take to be gone before it is reported as left over. */
  killConfirmMs: 2_000,
  /** How often the descendants of a running agent are noted, to find those that leave its group. */
  descendantScanMs: 1_000,
  /** Further attempts of one decision after a transport fault of an endpoint (page 6.1). */
  httpRetries: 2,
  /** Between a refused connection and the next attempt: time for a server that restarts. */
  httpRetryDelayMs: 250,
  /** How long a server that the kit started may take to open its port (page 6.2). */
  httpReadinessMs: 30_000,
  /** How long the kit waits for the port of a server that it did not start. */
  httpReachableMs: 5_000,
  /** How long one look at a port may take, and how soon the next one follows. */
  httpDialMs: 1_000,
  httpPollMs: 25,
  /** All headers of one response together. */
  httpHeaderBytes: 16 * 1024,
  /** Raw bytes kept of the start of a response, for the diagnosis. */
  httpHeadBytes: 256,
  /** Unread output lines, and their bytes, kept as evidence; further ones are counted. */
  unreadLines: 1_000,
  unreadBytes: 1024 * 1024,
  /** Last lines of stderr that a diagnostic quotes. */
  stderrQuotedLines: 8,
  /** Consecutive failed decisions that trip the circuit breaker (page 6.1). */
  breakerFailures: 3,
  /** Findings of one code that a report keeps in full; further ones are counted. */
  findingsPerCode: 20,
  /** A misspelt word of an answer longer than this is not looked at for what it may mean. */
  wordBytes: 4096,
  /** Kept of a line that is too long to be read, for its excerpt. */
  lineHeadBytes: 4096,
  /** Findings that one answer line keeps; a line may hold a million faults. */
  findingsPerAnswer: 64,
  /** Text of an offending line that an excerpt shows. */
  excerptChars: 72,
  /** Closes per symbol in an observation (page 2.2). */
  closeHistory: 20,
  /** Fewest bars for the default windows (page 2.8). */
  minBars: 40,
  /** A generator spec may not ask for more closes than this (symbols x bars). */
  generatedCloses: 20_000_000,
  /** How much of a refused data file is looked at to say what it is instead. */
  fileHeadBytes: 8 * 1024,
  /** A data file larger than this is refused before it is read. */
  dataFileBytes: 512 * 1024 * 1024,
  /** An answer that took less is kept by itself before its turn is told, which takes too long for it. */
  quickDecisionMs: 2,
  /** How long an answer is waited for awake; over HTTP a connection has to be made, too. */
  stdioAwakeMs: 0.05,
  httpAwakeMs: 0.2,
  /** Lines of turns that wait for their journal: how long, and how many characters. */
  journalBatchMs: 50,
  /** The same in the cell of a sweep, which begins again anyway if it is cut short. */
  cellBatchMs: 250,
  journalBatchChars: 65_536,
  /** Between two syncs of a journal to disk; what a kill of the process loses does not depend on it. */
  syncDistanceMs: 20,
  /** Observation lines that a double run keeps for the search of a cause. */
  tapeBytes: 48 * 1024 * 1024,
  /** Steps that are asked again after a double run, at a later time. */
  laterSteps: 64,
  /** Least time from the start of run A to that: another second of the clock. */
  laterStartMs: 1_100,
  /** Double runs of one cell, and how many of them in a row may come to no verdict. */
  doubleRuns: 1_000,
  repetitionsLostInARow: 3,
  /** How long the list of installed locales may take to come. */
  localeListMs: 2_000,
  /** How long the asking again may take, and how long the cause of a divergence is looked for. */
  laterMs: 20_000,
  causeSearchMs: 30_000,
  /** Steps of the run before a divergence that are shown with it, and characters of each. */
  divergenceHistorySteps: 3,
  divergenceHistoryChars: 400,
  /** First steps of a run that a probe asks twice; further ones that it compares afterwards. */
  probedSteps: 16,
  probeSteps: 48,
  /** How long one probe may take. */
  probeMs: 30_000,
  /** Sources of an agent that are looked at for hints: files, bytes of one, bytes of all, hints kept. */
  hintFiles: 200,
  hintFileBytes: 256 * 1024,
  hintBytes: 1024 * 1024,
  hints: 50,
  /** How far a hint looks: tokens inside one pair of brackets, and pairs around a token. */
  hintTokens: 2_000,
  hintDepth: 32,
  /** A folder larger than this is not copied for a double run. */
  pristineCopyBytes: 16 * 1024 * 1024,
  pristineCopyFiles: 500,
  /** What a case may ask of a probe, in steps, and allow an agent, in MiB. */
  caseSteps: 10_000,
  caseMebibytes: 1_048_576,
  /** Budget of a decision for the positive control of latency. */
  controlDecideMs: 3_000,
  /** A fault plan document (page 5.1). */
  faultPlanBytes: 64 * 1024,
  /** Files, and bytes of their content, that name an agent's snapshot. */
  snapshotFiles: 5_000,
  snapshotBytes: 64 * 1024 * 1024,
  /** JSON files of an agent's folder that are looked at for fault plans. */
  planCandidates: 100,
  /** Generations of a live session whose decisions are kept for comparison. */
  comparedGenerations: 16,
  /** Files that count as an agent's, folders with them, and entries that are looked through for them. */
  watchedFiles: 5_000,
  watchedFolders: 1_000,
  watchedEntries: 50_000,
  /** A watched file larger than this, or beyond this sum of all, counts by size and time. */
  watchedFileBytes: 16 * 1024 * 1024,
  watchedBytes: 64 * 1024 * 1024,
  /** Globs of a configuration's `watch` or `ignore`, and characters of one. */
  watchGlobs: 200,
  watchGlobChars: 1_000,
  /** An edit has settled when no file looked otherwise for this long; one that emptied a file, for that long. */
  watchSettleMs: 50,
  watchEmptiedMs: 250,
  /** While something is written without end, files that are still are told after this. */
  watchUnsettledMs: 2_000,
  /** Between two looks at files whose changes are not told, and between two that only make sure. */
  watchPollMs: 500,
  watchAssureMs: 2_000,
  /** The coarsest clock of a file system (FAT): within it, two contents may look the same. */
  coarseClockMs: 2_000,
  /** Names of changed files that one change carries. */
  watchNamedFiles: 50,
  /** How long starting to watch may take before files are looked at instead. */
  watchReadyMs: 5_000,
  /** Kept end of what a build printed. */
  buildOutputBytes: 64 * 1024,
  /** Cells of one sweep: windows x seeds. */
  sweepCells: 100_000,
  /** The report of a sweep larger than this is not read back. */
  sweepReportBytes: 256 * 1024 * 1024,
  /** A trajectory file larger than this is neither written nor read. */
  trajectoryBytes: 256 * 1024 * 1024,
  /** Steps that the table of a report's decisions holds; the journal has all. */
  reportDecisions: 50_000,
  /** What a report quotes of an agent's reasons before it quotes less of each. */
  reportNoteBytes: 4 * 1024 * 1024,
  /** One text that a report quotes: a message, a value, the tail of stderr. */
  reportTextChars: 4_096,
  /** Points of a report's curve: groups of steps, each with its least and its greatest value. */
  reportCurveGroups: 4_096,
  /** Codes, and graded answers under faults, that a report tells one by one. */
  reportCodes: 200,
  reportFaultMoments: 5_000,
  /** A summary that GitHub shows of a step, and annotations of one kind that it keeps. */
  githubSummaryBytes: 1024 * 1024,
  githubAnnotations: 10,
  /** What one git command, and an installation of packages, may take for a new project. */
  scaffoldGitMs: 30_000,
  scaffoldInstallMs: 10 * 60_000,
  /** A configuration, cost, plan or script file larger than this is refused. */
  documentBytes: 64 * 1024 * 1024,
  /** Milliseconds without an answer before the screen says that it waits (page 6.2). */
  waitingShownMs: 2000,
  /** Characters of an observation or a decision that inspect lays out. */
  inspectedChars: 65_536,
  /** Characters of a log that are laid out on the screen, from its end. */
  shownLogChars: 16_384,
  /** Milliseconds between two sentences on a run that goes on. */
  spokenProgressMs: 5000,
  /** Milliseconds between two turns at the slowest speed. */
  paceMsMax: 1000,
} as const;
