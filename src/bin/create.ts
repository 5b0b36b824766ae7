#!/usr/bin/env node
// The scaffolder has its own release; until then the name points to what works today.
process.stderr.write(
  'create-sharpebench-agent cannot scaffold yet: this release brings the simulator.\n' +
    'Start from an example in the package (examples/agents), then run: sbdev simulate --cmd "python3 agent.py"\n',
);
process.exitCode = 3;
