/** Not among the driver's types: a value as it goes to the database. Throws for one that cannot. */
declare module 'pg/lib/utils.js' {
  export const prepareValue: (value: unknown) => string | Buffer | null;
}
