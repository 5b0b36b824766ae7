/** Constants that set the engine's random streams apart (pages 2.1, 2.9). */
export const RUN_STREAM = 0xa5a5_5a5a_c3c3_3c3cn;
export const RANDOM_AGENT_STREAM = 0x1ac4_0000_2026_0000n;
