#!/usr/bin/env node
import { runProgram } from '../cli/program.ts';
import { runBin } from './runBin.ts';

await runBin({ name: 'sbdev', run: runProgram, meaning: '; no verdict on the agent' });
