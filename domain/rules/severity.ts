/** Severity of a badge or an alert. */
export type Severity = 'success' | 'warning' | 'error' | 'info' | 'neutral';
