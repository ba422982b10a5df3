import { readConfig } from '#server/config.ts';
import { StartupError } from '#server/startupError.ts';
import { version } from '#domain/version.ts';
import { commands } from './commands.ts';

const usage = `Use: npm run spotter -- <command>

${commands.map(({ use, meaning }) => `  ${use}\n      ${meaning}`).join('\n')}
`;

const [name = '--help', ...args] = process.argv.slice(2);
if (['--version', '-v', 'version'].includes(name)) {
  process.stdout.write(`${version}\n`);
  process.exit(0);
}
if (['--help', '-h', 'help'].includes(name)) {
  process.stdout.write(usage);
  process.exit(0);
}
const command = commands.find(({ use }) => use.split(' ')[0] === name);
if (!command) {
  process.stderr.write(`There is no command ${name}\n\n${usage}`);
  process.exit(2);
}
try {
  await command.run(readConfig(process.env), args);
  process.exit(0);
} catch (error) {
  // An invalid option is a user error; no stack trace.
  const isMistake = error instanceof StartupError || String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
  console.error(error instanceof Error && isMistake ? error.message : error);
  process.exit(1);
}
