import { readConfig } from '#server/config.ts';
import { StartupError } from '#server/platform/startupError.ts';
import { commands } from './commands.ts';
import { respondTo } from './usage.ts';

const [name = '--help', ...args] = process.argv.slice(2);
const command = commands.find(({ use }) => use.split(' ')[0] === name);
if (!command) {
  const { code, text } = respondTo(name);
  (code === 0 ? process.stdout : process.stderr).write(text);
  process.exit(code);
}
try {
  await command.run(readConfig(process.env), args);
  process.exit(0);
} catch (error) {
  // An invalid option is a user error; no stack trace.
  const isMistake =
    error instanceof StartupError || String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
  console.error(error instanceof Error && isMistake ? error.message : error);
  // A pipe takes long texts in pieces.
  await new Promise((resolve) => process.stderr.write('', resolve));
  process.exit(1);
}
