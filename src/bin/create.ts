#!/usr/bin/env node
import { runCreate } from '../create/program.ts';
import { runBin } from './runBin.ts';

await runBin({ name: 'create-sharpebench-agent', run: runCreate, meaning: '' });
