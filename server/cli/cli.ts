import { readConfig } from '#server/config.ts';
import { explainError } from '#server/platform/explainError.ts';
import { commands } from './commands.ts';
import { respondTo } from './usage.ts';

const [name = '--help', ...args] = process.argv.slice(2);
const command = commands.find(({ use }) => use.split(' ')[0] === name);
const isAsked = args.some((arg) => arg === '--help' || arg === '-h');
if (!command || isAsked) {
  const { code, text } = respondTo(name);
  (code === 0 ? process.stdout : process.stderr).write(text);
  process.exit(code);
}
try {
  await command.run(readConfig(process.env), args);
  process.exit(0);
} catch (error) {
  console.error(explainError(error));
  // A pipe takes long texts in pieces.
  await new Promise((resolve) => process.stderr.write('', resolve));
  process.exit(1);
}
