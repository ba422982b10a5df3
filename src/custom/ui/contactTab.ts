export const contactTabs = ['information', 'memberships', 'purchases'] as const;
export type ContactTab = (typeof contactTabs)[number];

/** Navigation options that open a contact's page at this tab. */
export const atTab = (tab: ContactTab) => ({ state: { tab } });
