/** Navigation options that hand a sentence to the next page's `SuccessBanner`. */
export const withSuccess = (success: string) => ({ state: { success } });
