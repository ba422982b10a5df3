/** '2 missing', '3 more than expected', 'As expected'. */
export const countText = (change: number): string => {
  if (change === 0) return 'As expected';
  const pieces = Math.abs(change).toLocaleString('en-US');
  return change < 0 ? `${pieces} missing` : `${pieces} more than expected`;
};
