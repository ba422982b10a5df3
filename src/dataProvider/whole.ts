/**
 * React-admin lends a list's row to a page that asks for the same record. Where one record holds more than its row, the
 * page asks with this `meta`, and so gets the whole one.
 */
export const whole = { whole: true } as const;
