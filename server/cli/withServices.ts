import type { Config } from '#server/config.ts';
import { type Services, createServices } from '#server/services.ts';

/** Runs an operator command with the services the server uses, next to a server that may be running. */
export async function withServices(config: Config, work: (services: Services) => Promise<void>): Promise<void> {
  const services = await createServices(config, { as: 'command', print: console.log, onEvent: console.error });
  try {
    await work(services);
  } finally {
    await services.close();
  }
}
