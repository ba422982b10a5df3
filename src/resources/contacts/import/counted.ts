/** `counted(1, 'row')` is '1 row', `counted(1180, 'contact')` '1,180 contacts'. */
export const counted = (count: number, noun: string) => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
