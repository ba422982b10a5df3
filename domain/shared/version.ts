/** The version of this build, which package.json has too. */
export const version = '1.0.0';
