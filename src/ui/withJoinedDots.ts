/** A dot between two parts begins a line with the second, instead of ending one alone. */
export const withJoinedDots = (text: string) => text.replaceAll(' · ', ' ·\u00a0');
