interface Step {
  name: string;
  requests: number;
  bytes: number;
}

export function weigh(...names: string[]): Promise<Step[]>;
/** The circles of chunks that import each other, by their names. */
export function circles(): Promise<string[]>;
