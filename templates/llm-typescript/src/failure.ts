/** A circumstance that ends the agent. Its message is for the person: what failed, and what to do. */
export class Failure extends Error {}
