import { version } from '#domain/shared/version.ts';
import { commands } from './commands.ts';

const describe = ({ use, meaning }: (typeof commands)[number]) => `  ${use}\n      ${meaning}\n`;

const usage = `Use: npm run spotter -- <command>
     spotter <command>                      with the package that has Node
     node dist/server/cli.js <command>      in a container

${commands.map(describe).join('')}
  --version
      prints the version of this build
`;

/** Called when the first argument is no command, or a command's `--help`. */
export function respondTo(name: string): { code: 0 | 2; text: string } {
  if (['--version', '-v', 'version'].includes(name)) return { code: 0, text: `${version}\n` };
  if (['--help', '-h', 'help'].includes(name)) return { code: 0, text: usage };
  const command = commands.find(({ use }) => use.split(' ')[0] === name);
  if (command) return { code: 0, text: describe(command) };
  return { code: 2, text: `There is no command ${name}\n\n${usage}` };
}
