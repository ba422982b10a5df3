/** How loud a badge or an alert is; Spec's success, warning, danger, info and secondary. */
export type Tone = 'success' | 'warning' | 'error' | 'info' | 'neutral';
