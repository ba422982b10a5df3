/** '1 contact', '1,180 contacts'. */
export const contactsText = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'contact' : 'contacts'}`;
