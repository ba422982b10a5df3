/** The version of this build, which package.json has too. */
export const version = '0.2.0';
