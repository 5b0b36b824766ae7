import { join } from 'node:path';
import { projectRoot } from '../support/cli.ts';
import { KEY } from './support/modelAgent.ts';
import { describeModelAgent } from './support/modelAgentContract.ts';

describeModelAgent({
  folder: () => join(projectRoot, 'templates/llm-python'),
  closesIn: (message) => Object.entries(JSON.parse(message) as Record<string, number[]>),
  missing: /replay only: .*[0-9a-f]{64}\.json is not there, and no call is made/,
  refusals: [
    [
      'that refuses the key is said to',
      { status: 401, body: `wrong: ${KEY}` },
      /status 401: see OPENAI_API_KEY/,
    ],
    [
      'that quotes the key has it taken out',
      { status: 400, body: `bad ${KEY}` },
      /status 400: 'bad \[key\]'/,
    ],
    [
      'that sends the agent elsewhere is not followed',
      { status: 302, body: '', headers: { Location: '/elsewhere' } },
      /status 302/,
    ],
  ],
});
