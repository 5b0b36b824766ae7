/** A kit that dies in mid-run: it prints the pids of an agent and its grandchild, then exits. */
import { startStdioAgent } from '../../../src/agents/stdio/startStdioAgent.ts';

const agent = await startStdioAgent({
  command: ['python3', process.argv[2] ?? ''],
  cwd: '/',
  env: process.env,
  envNames: [],
});
await agent.decide({ step: 0, line: () => '{}', observation: () => ({}) as never }, 10_000);
process.stdout.write(`${agent.pid} ${/pid (\d+)/.exec(agent.stderrTail())?.[1]}\n`, () => process.exit(9));
