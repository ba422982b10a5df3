const field = 'quick-checkin';

/** Navigation options that lead to the dashboard with the keyboard in the quick check-in; each time new, so that it is seen. */
export const atQuickCheckin = () => ({ state: { field } });

/** Whether a navigation's state asks for the quick check-in. */
export const isAtQuickCheckin = (state: unknown) =>
  typeof state === 'object' && state !== null && 'field' in state && state.field === field;
