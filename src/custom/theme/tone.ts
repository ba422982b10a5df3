/** What a colour says, whatever the theme. */
export type Tone = 'success' | 'warning' | 'error' | 'info' | 'neutral';
