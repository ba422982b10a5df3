interface Step {
  name: string;
  requests: number;
  bytes: number;
}

export function weigh(...modules: string[]): Promise<Step[]>;
/** What a module's chunk imports at once, as source paths or names of chunks. */
export function circles(): Promise<string[]>;
