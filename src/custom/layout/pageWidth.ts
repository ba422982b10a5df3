/** The top bar and the page below it end at the same edges; beyond this a line is too long for the eye. */
export const pageWidth = 1640;
