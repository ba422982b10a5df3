import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, todayIn } from '#domain/rules/dates.ts';
import { createSetupToken } from '#server/resources/setup/setup.service.ts';
import { hashPassword } from '#server/resources/auth/passwords.ts';
import { authenticator } from '#tests/support/authenticator.ts';
import { chargedSale } from '#tests/support/chargedSale.ts';
import { aUser } from '#tests/support/gym.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { aPayingGym, type PayingGym } from '#tests/support/payingGym.ts';
import { aPdf, pdfForm } from '#tests/support/pdfForm.ts';
import { codeAt } from '#tests/support/secondFactor.ts';
import { testServer, type Caller, type Reply, type TestServer } from '#tests/support/server.ts';
import { stripeDouble, type StripeDouble } from '#tests/support/stripe/double.ts';
import { upload } from '#tests/support/upload.ts';

let stripe: StripeDouble;
let server: TestServer;
let gym: PayingGym;
let admin: Caller;
let firstCompany: string;
let photo: Buffer;
beforeAll(async () => {
  stripe = await stripeDouble();
  server = await testServer({ stripeApiUrl: stripe.url, publicUrl: 'https://spotter.test' });
  photo = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#456' } }).jpeg().toBuffer();
  // Set-up is open as long as there is nobody.
  const token = await createSetupToken(server.database);
  const { body } = await server.anonymous.post('/setup', {
    body: {
      token, firstName: 'Ada', lastName: 'Park', email: 'ada@park.test', password: 'a long walk home', companyName: 'Park Street Gym',
      location: { name: 'Park Street', timezone: 'America/Denver', country: 'USA', state: 'CO', salesTaxRate: 0.08 },
    },
  });
  firstCompany = body.user.userCompanies[0].company.id;
  gym = await aPayingGym(server, stripe);
  admin = gym.by.admin;
});
afterAll(async () => {
  await server.close();
  await stripe.close();
});

const actionsOf = async (companyId = gym.companyId) => {
  const rows = await server.database.scoped([companyId], (tx) => tx.selectFrom('activity').select(['id', 'action', 'actor_name', 'request_id']).orderBy('at').orderBy('id').execute());
  return rows;
};

const key = () => ({ 'idempotency-key': crypto.randomUUID() });
const at = () => ({ locationId: gym.locationId });
const ofLocation = () => `/locations/${gym.locationId}`;
const aContact = { firstName: 'Casey', lastName: 'Jones', phone: '3035550142' };
const aPlan = { name: 'Gold', type: 'no_contract', price: 49, billingFrequency: 'monthly' };
const today = () => todayIn(gym.timezone, server.clock.now);

const aFee = async () => (await admin.post(`${ofLocation()}/fees`, { body: { name: 'Towels', amount: '5' } })).body.fee.id;
const anAgreement = async () => (await admin.post('/agreements', pdfForm({ name: 'Waiver', companyId: gym.companyId }, { bytes: aPdf }))).body.agreement.id;
const aCharge = async () => {
  const body = { salesItemId: await gym.make.salesItem(), isRequired: false };
  return (await admin.post(`/memberships/${await gym.make.plan()}/sales-items`, { body })).body.membershipSalesItem.id;
};
const plan = async () => admin.post('/memberships/purchase', {
  body: { contactId: gym.contactId, membershipId: await gym.make.plan(), startDate: today(), autoRenew: false },
  headers: key(),
});
const companyOfItsOwn = async () => (await admin.post('/companies', { body: { name: 'Branch Gym' } })).body.company.id;
const mailedToken = async () => {
  const { email } = gym.users.operator;
  await server.anonymous.post('/auth/forgot-password', { body: { email } });
  await expect.poll(() => server.mails.some(({ to }) => to === email)).toBe(true);
  return new URL(server.mails.findLast(({ to }) => to === email)?.link ?? '').searchParams.get('token');
};
const cancelled = async (path: string, sale: (headers: Record<string, string>) => Promise<unknown>, body: object) => {
  const headers = key();
  await sale(headers);
  return admin.post(`${path}/cancel`, { body, headers });
};

const inDays = (days: number) => addDays(today(), days);
const aHeld = async () =>
  `/contacts/${gym.contactId}/memberships/${await gym.make.held(gym.contactId, { start_date: inDays(-5), end_date: inDays(24), auto_renew: true })}`;
const cancellation = (path: string) => admin.post(`${path}/cancellation`, { body: { when: 'period_end', reason: 'moving' } });
const freeze = (path: string) => admin.post(`${path}/freezes`, { body: { from: inDays(1), until: inDays(10), reason: 'A trip' } });
const freezeOf = async (path: string) => `${path}/freezes/${(await freeze(path)).body.contactMembership.freezes[0].id}`;
const planChange = async (path: string) => admin.post(`${path}/plan-change`, { body: { membershipId: await gym.make.plan({ name: 'Gold' }) } });

const owed = async () => `/invoices/${await invoiceBuilders(server, gym).invoice(gym.contactId, { status: 'open', due_cents: 324 })}`;

const settled = async () => `/invoices/${await invoiceBuilders(server, gym).invoice(gym.contactId)}`;
const aCart = async () => ({ ...at(), items: [{ salesItemId: await gym.make.salesItem(), quantity: 1 }] });
const aParked = async () => `/parked-sales/${(await admin.post('/parked-sales', { body: await aCart() })).body.parkedSale.id}`;
const openedDrawer = async () => `/drawers/${(await admin.get(`/drawers?locationId=${gym.otherLocationId}&status=open`)).body.drawers[0].id}`;

const ofCompany = () => ({ companyId: gym.companyId });
const invitation = (email = `${crypto.randomUUID()}@gym.test`) =>
  admin.post('/users', { body: { ...ofCompany(), email, firstName: 'Ira', lastName: 'Vance', role: 'staff', locations: [{ ...at(), accessLevel: 'operator' }] } });
const anInvited = async () => `/users/${(await invitation()).body.user.id}`;
const acceptance = async () => {
  const email = `${crypto.randomUUID()}@gym.test`;
  await invitation(email);
  await expect.poll(() => server.mails.some(({ to }) => to === email)).toBe(true);
  const link = new URL(server.mails.findLast(({ to }) => to === email)?.link ?? '');
  const token = link.searchParams.get('token') ?? link.pathname.split('/').at(-1);
  return server.anonymous.post(`/invitations/${token}`, { body: { password: 'staple battery' } });
};
const manager = () => `/users/${gym.users.manager.id}`;

/** A manager's second factor, from one call to the next. */
const secondFactorOf = (() => {
  let caller: Caller;
  let ruth: { id: string; email: string };
  let codes: string[] = [];
  const password = 'staple battery';
  const turnOn = async () => {
    ruth = await aUser(server.database, { firstName: 'Ruth', lastName: 'Key', passwordHash: await hashPassword(password) });
    const access = { user_id: ruth.id, company_id: gym.companyId, location_id: gym.locationId, access_level: 'manager' as const };
    await server.database.scoped([gym.companyId], (tx) => tx.insertInto('location_access').values(access).execute());
    caller = await server.as(ruth);
    const { body } = await caller.post('/account/second-factor');
    const answer = await caller.post('/account/second-factor/confirmation', { body: { code: codeAt(body.key, server.clock.now) } });
    codes = answer.body.recoveryCodes;
    return answer;
  };
  const signIn = async () => {
    const { body } = await server.anonymous.post('/auth/login', { body: { email: ruth.email, password } });
    return server.anonymous.post('/auth/second-factor', { body: { token: body.secondFactor.token, code: codes.pop() } });
  };
  const replaceCodes = async () => {
    const answer = await caller.post('/account/second-factor/recovery-codes', { body: { password, code: codes.pop() } });
    codes = answer.body.recoveryCodes;
    return answer;
  };
  const turnOff = () => caller.delete('/account/second-factor', { body: { password, code: codes.pop() } });
  let passkeyId = '';
  const addPasskey = async () => {
    const { body } = await caller.post('/account/passkeys/options', { body: { password, code: codes.pop() } });
    const answer = await caller.post('/account/passkeys', { body: authenticator({ origin: 'https://spotter.test', rpId: 'spotter.test' }).create(body) });
    passkeyId = answer.body.passkey.id;
    return answer;
  };
  const removePasskey = () => caller.delete(`/account/passkeys/${passkeyId}`, { body: { password, code: codes.pop() } });
  return { turnOn, signIn, replaceCodes, turnOff, addPasskey, removePasskey };
})();

/** A call of every writing route, and what it adds to the log. */
const writes: Record<string, { call: () => Promise<Pick<Reply, 'status'>>; action: string; by?: string }> = {
  createContact: { call: () => admin.post('/contacts', { body: { ...aContact, email: 'new@member.test', homeLocationId: gym.locationId } }), action: 'contact.created' },
  updateContact: { call: async () => admin.put(`/contacts/${await gym.make.contact()}`, { body: { lastName: 'Smith' } }), action: 'contact.updated' },
  deleteContact: { call: async () => admin.delete(`/contacts/${await gym.make.contact()}`), action: 'contact.deleted' },
  uploadContactImage: { call: async () => admin.post(`/contacts/${await gym.make.contact()}/image`, upload('image', photo)), action: 'contact.image-changed' },
  deleteContactImage: { call: async () => admin.delete(`/contacts/${await gym.make.contact()}/image`), action: 'contact.image-removed' },
  retryContactMails: {
    call: async () => {
      const contactId = await gym.make.contact();
      const mail = { company_id: gym.companyId, contact_id: contactId, kind: 'receipt' as const, data: '{}', address: null, once: null, due_at: null };
      const failed = { ...mail, state: 'failed' as const, settled_at: server.clock.now, failure: 'No such user' };
      await server.database.scoped([gym.companyId], (tx) => tx.insertInto('mails').values(failed).execute());
      return admin.post(`/contacts/${contactId}/mails/retry`);
    },
    action: 'contact.mail-retried',
  },
  importContacts: { call: () => admin.post('/contacts/import', { body: { ...at(), contacts: [{ ...aContact, email: 'file@member.test' }] } }), action: 'location.contacts-imported' },
  createMembership: { call: () => admin.post('/memberships', { body: { ...aPlan, locationId: gym.locationId } }), action: 'membership.created' },
  updateMembership: { call: async () => admin.put(`/memberships/${await gym.make.plan()}`, { body: { price: 59 } }), action: 'membership.updated' },
  deleteMembership: { call: async () => admin.delete(`/memberships/${await gym.make.plan()}`), action: 'membership.deleted' },
  addMembershipSalesItem: {
    call: async () => admin.post(`/memberships/${await gym.make.plan()}/sales-items`, { body: { salesItemId: await gym.make.salesItem() } }),
    action: 'membership.charge-added',
  },
  updateMembershipSalesItem: { call: async () => admin.put(`/membership-sales-items/${await aCharge()}`, { body: { isRequired: true } }), action: 'membership.charge-updated' },
  removeMembershipSalesItem: { call: async () => admin.delete(`/membership-sales-items/${await aCharge()}`), action: 'membership.charge-removed' },
  purchaseMembership: { call: plan, action: 'contact-membership.created' },
  cancelMembershipPurchase: {
    call: async () => {
      const membershipId = await gym.make.plan();
      const body = { contactId: gym.contactId, membershipId, startDate: today(), autoRenew: false };
      return cancelled('/memberships/purchase', (headers) => admin.post('/memberships/purchase', { body, headers }), { contactId: gym.contactId, membershipId });
    },
    action: 'invoice.voided',
  },
  createSalesItem: { call: () => admin.post('/sales-items', { body: { ...at(), name: 'Water', price: 3 } }), action: 'sales-item.created' },
  updateSalesItem: { call: async () => admin.put(`/sales-items/${await gym.make.salesItem()}`, { body: { price: 4 } }), action: 'sales-item.updated' },
  uploadSalesItemImage: { call: async () => admin.post(`/sales-items/${await gym.make.salesItem()}/image`, upload('image', photo)), action: 'sales-item.image-changed' },
  deleteSalesItemImage: { call: async () => admin.delete(`/sales-items/${await gym.make.salesItem()}/image`), action: 'sales-item.image-removed' },
  deleteSalesItem: { call: async () => admin.delete(`/sales-items/${await gym.make.salesItem()}`), action: 'sales-item.deleted' },
  purchaseSalesItems: { call: async () => gym.till.cash([{ salesItemId: await gym.make.salesItem(), quantity: 1 }]), action: 'invoice.created', by: 'Sam point_of_sale' },
  cancelSalesItemPurchase: {
    call: async () => {
      const body = { contactId: gym.contactId, ...at(), items: [{ salesItemId: await gym.make.salesItem(), quantity: 1 }], stripePayment: true };
      return cancelled('/sales-items/purchase', (headers) => admin.post('/sales-items/purchase', { body, headers }), at());
    },
    action: 'invoice.voided',
  },
  findWalkInCustomer: { call: () => admin.post(`${ofLocation()}/walk-in`), action: 'contact.created' },
  parkSale: { call: async () => admin.post('/parked-sales', { body: await aCart() }), action: 'location.sale-parked' },
  resumeParkedSale: { call: async () => admin.post(`${await aParked()}/resume`), action: 'location.parked-sale-resumed' },
  discardParkedSale: { call: async () => admin.delete(await aParked()), action: 'location.parked-sale-discarded' },
  mailReceipt: { call: async () => admin.post(`${await settled()}/receipt`, { body: { email: 'payer@member.test' } }), action: 'invoice.receipt-sent' },
  takeInvoicePayment: { call: async () => admin.post(`${await owed()}/payments`, { body: { method: 'cash' } }), action: 'invoice.payment-taken' },
  retryInvoiceCard: {
    call: async () => {
      const { invoiceId } = await chargedSale(gym);
      await gym.deliverAll();
      expect((await gym.books.invoice(invoiceId)).status).toBe('paid');
      return admin.post(`${await owed()}/retry`);
    },
    action: 'invoice.paid',
  },
  createPaymentLink: { call: async () => admin.post(`${await owed()}/payment-link`, { body: { email: 'payer@member.test' } }), action: 'invoice.payment-link-sent' },
  payByLink: {
    call: async () => {
      const { body } = await admin.post(`${await owed()}/payment-link`);
      return server.anonymous.post(`/payment-links/${new URL(body.url).searchParams.get('token')}/pay`, { body: { saveCard: false } });
    },
    action: 'invoice.card-payment-started',
    by: 'Payment link',
  },
  voidInvoice: { call: async () => admin.post(`${await owed()}/void`, { body: { reason: 'A mistake' } }), action: 'invoice.voided' },
  refundInvoice: { call: async () => admin.post(`${await settled()}/refunds`, { body: { destination: 'cash', reason: 'A mistake' } }), action: 'invoice.refunded' },
  writeOffInvoice: { call: async () => admin.post(`${await owed()}/write-off`, { body: { reason: 'Moved away' } }), action: 'invoice.written-off' },
  openDrawer: { call: () => admin.post('/drawers', { body: { locationId: gym.otherLocationId, float: 100 } }), action: 'drawer.opened' },
  moveDrawerCash: { call: async () => admin.post(`${await openedDrawer()}/movements`, { body: { type: 'out', amount: 5, reason: 'Stamps' } }), action: 'drawer.cash-out' },
  closeDrawer: { call: async () => admin.post(`${await openedDrawer()}/close`, { body: { counted: 95 } }), action: 'drawer.closed' },
  startReconciliation: {
    call: () => admin.post('/reconciliations', { body: { companyId: gym.companyId, from: today(), to: today() } }),
    action: 'reconciliation.started',
  },
  createAgreement: { call: () => admin.post('/agreements', pdfForm({ name: 'Rules', companyId: gym.companyId })), action: 'agreement.created' },
  updateAgreement: { call: async () => admin.put(`/agreements/${await anAgreement()}`, { body: { name: 'House rules' } }), action: 'agreement.updated' },
  deleteAgreement: { call: async () => admin.delete(`/agreements/${await anAgreement()}`), action: 'agreement.deleted' },
  addAgreementVersion: { call: async () => admin.post(`/agreements/${await anAgreement()}/versions`, pdfForm({}, { bytes: aPdf })), action: 'agreement.version-added' },
  createLocation: { call: () => admin.post('/locations', { body: { name: 'East', companyId: gym.companyId } }), action: 'location.created' },
  updateLocation: { call: () => admin.put(ofLocation(), { body: { city: 'Boulder' } }), action: 'location.updated' },
  deleteLocation: {
    call: async () => admin.delete(`/locations/${(await admin.post('/locations', { body: { name: 'West', companyId: gym.companyId } })).body.location.id}`),
    action: 'location.deleted',
  },
  createFee: { call: () => admin.post(`${ofLocation()}/fees`, { body: { name: 'Key tag', amount: '5' } }), action: 'location.fee-created' },
  updateFee: { call: async () => admin.put(`${ofLocation()}/fees/${await aFee()}`, { body: { amount: '6' } }), action: 'location.fee-updated' },
  deleteFee: { call: async () => admin.delete(`${ofLocation()}/fees/${await aFee()}`), action: 'location.fee-deleted' },
  updateCompany: { call: () => admin.put(`/companies/${gym.companyId}`, { body: { city: 'Denver' } }), action: 'company.updated' },
  updateSettings: { call: () => admin.put(`/companies/${gym.companyId}/settings`, { body: { checkins: { repeatMinutes: 30 } } }), action: 'company.settings-changed' },
  releaseRenewals: {
    call: async () => {
      await gym.make.held(await gym.make.contact(), { start_date: inDays(-5), end_date: inDays(24), held_renewal: 'card' });
      return admin.post(`/companies/${gym.companyId}/held-renewals/release`, { body: { expectedTotal: 0 } });
    },
    action: 'company.renewals-released',
  },
  cancelContactMembership: { call: async () => cancellation(await aHeld()), action: 'contact-membership.cancelled' },
  undoCancellation: {
    call: async () => {
      const path = await aHeld();
      await cancellation(path);
      return admin.delete(`${path}/cancellation`);
    },
    action: 'contact-membership.cancellation-undone',
  },
  freezeContactMembership: { call: async () => freeze(await aHeld()), action: 'contact-membership.frozen' },
  changeFreeze: { call: async () => admin.put(await freezeOf(await aHeld()), { body: { until: inDays(12) } }), action: 'contact-membership.freeze-changed' },
  removeFreeze: { call: async () => admin.delete(await freezeOf(await aHeld())), action: 'contact-membership.freeze-removed' },
  changePlan: { call: async () => planChange(await aHeld()), action: 'contact-membership.plan-change-planned' },
  undoPlanChange: {
    call: async () => {
      const path = await aHeld();
      await planChange(path);
      return admin.delete(`${path}/plan-change`);
    },
    action: 'contact-membership.plan-change-undone',
  },
  setRenewal: { call: async () => admin.put(`${await aHeld()}/renewal`, { body: { autoRenew: false } }), action: 'contact-membership.renewal-changed' },
  setAccess: { call: async () => admin.put(`${await aHeld()}/access`, { body: { accessEnabled: false, reason: 'A debt' } }), action: 'contact-membership.access-changed' },
  inviteUser: { call: () => invitation(), action: 'user.invited' },
  resendInvitation: { call: async () => admin.post(`${await anInvited()}/invitation`, { body: ofCompany() }), action: 'user.invitation-sent' },
  revokeInvitation: { call: async () => admin.delete(`${await anInvited()}/invitation?companyId=${gym.companyId}`), action: 'user.invitation-revoked' },
  acceptInvitation: { call: acceptance, action: 'user.invitation-accepted', by: 'Ira Vance' },
  updateUser: { call: () => admin.put(`${manager()}?companyId=${gym.companyId}`, { body: { lastName: 'Moss' } }), action: 'user.updated' },
  endUserSessions: { call: () => admin.delete(`${manager()}/sessions?companyId=${gym.companyId}`), action: 'user.signed-out' },
  endUserSession: {
    call: async () => {
      await server.as(gym.users.manager);
      const { body } = await admin.get(`${manager()}/sessions?companyId=${gym.companyId}`);
      return admin.delete(`${manager()}/sessions/${body.sessions[0].id}?companyId=${gym.companyId}`);
    },
    action: 'user.signed-out',
  },
  disableUser: { call: () => admin.post(`${manager()}/disable`, { body: ofCompany() }), action: 'user.disabled' },
  enableUser: { call: () => admin.post(`${manager()}/enable`, { body: ofCompany() }), action: 'user.enabled' },
  updateAccountMails: { call: () => admin.put('/account/mails', { body: { zReports: true } }), action: 'user.updated' },
  updateAccount: { call: () => admin.put('/account', { body: { firstName: 'Sam' } }), action: 'user.updated' },
  changePassword: { call: async () => server.anonymous.post('/auth/change-password', { body: { token: await mailedToken(), newPassword: 'staple battery' } }), action: 'user.password-changed', by: 'Sam operator' },
  // With the password of the call before.
  updateAccountPassword: {
    call: async () => (await server.as(gym.users.operator)).put('/account/password', { body: { currentPassword: 'staple battery', newPassword: 'another long walk' } }),
    action: 'user.password-changed',
    by: 'Sam operator',
  },
  confirmSecondFactor: { call: secondFactorOf.turnOn, action: 'user.second-factor-turned-on', by: 'Ruth Key' },
  showSecondFactor: { call: secondFactorOf.signIn, action: 'user.recovery-code-used', by: 'Ruth Key' },
  replaceRecoveryCodes: { call: secondFactorOf.replaceCodes, action: 'user.recovery-codes-replaced', by: 'Ruth Key' },
  addPasskey: { call: secondFactorOf.addPasskey, action: 'user.passkey-added', by: 'Ruth Key' },
  removePasskey: { call: secondFactorOf.removePasskey, action: 'user.passkey-removed', by: 'Ruth Key' },
  turnOffSecondFactor: { call: secondFactorOf.turnOff, action: 'user.second-factor-turned-off', by: 'Ruth Key' },
  // Before the keys are saved again, which changes the secret that events are signed with.
  receiveStripeEvent: { call: async () => gym.deliver((await chargedSale(gym)).succeeded), action: 'invoice.paid', by: 'Stripe' },
  updateStripeKeys: {
    call: () => admin.put(`/companies/${gym.companyId}/stripe`, { body: { stripePublishableKey: gym.account.publishableKey, stripeSecretKey: gym.account.secretKey } }),
    action: 'company.stripe-keys-changed',
  },
  createCheckin: { call: async () => admin.post('/checkins', { body: { contactId: await gym.make.contact(), ...at(), doorId: 'Front Desk' } }), action: 'checkin.denied' },
};

/** What writes, but into no company of the caller's: each with its reason or the test that looks at it. */
const elsewhere: Record<string, string> = {
  login: 'starts a session',
  refreshSession: 'extends a session',
  logout: 'ends a session',
  endSession: "ends one of the caller's own sessions",
  endOtherSessions: "ends the caller's own other sessions",
  requestPasswordReset: 'mails a link',
  beginPasskeySignIn: 'makes a challenge',
  signInWithPasskey: 'starts a session',
  beginPasskey: 'makes a challenge',
  beginSecondFactor: 'makes a key that counts once it is confirmed',
  setUp: 'writes into the new company, see below',
  createCompany: 'writes into the new company, see below',
  deleteCompany: 'writes into the deleted company, see below',
};

function writingRoutes(): string[] {
  const { paths = {} } = server.app.swagger() as { paths?: Record<string, Record<string, { operationId?: string }>> };
  return Object.values(paths).flatMap((verbs) => Object.entries(verbs).flatMap(([method, { operationId = '' }]) => (method === 'get' ? [] : [operationId])));
}

test('each writing route is in one of the two tables', () => {
  const known = new Set([...Object.keys(writes), ...Object.keys(elsewhere)]);
  expect(writingRoutes().filter((operation) => !known.has(operation))).toEqual([]);
});

test.each(Object.keys(writes))('%s writes an entry', async (operation) => {
  const { call, action, by = 'Sam admin' } = writes[operation] ?? { call: () => Promise.reject(new Error(operation)), action: '' };
  const before = (await actionsOf()).map(({ id }) => id);
  const { status } = await call();
  expect([200, 201, 202, operation === 'createCheckin' ? 403 : 0]).toContain(status);
  const added = (await actionsOf()).filter(({ id }) => !before.includes(id));
  expect(added).toContainEqual({ id: expect.any(String), action, actor_name: by, request_id: expect.any(String) });
}, 20_000);

test('set-up, new companies and deleted ones are in the log of that company', async () => {
  expect((await actionsOf(firstCompany)).map(({ action, actor_name }) => [action, actor_name])).toEqual([
    ['company.created', 'Ada Park'],
    ['location.created', 'Ada Park'],
    ['user.created', 'Ada Park'],
  ]);
  const id = await companyOfItsOwn();
  await admin.delete(`/companies/${id}`);
  expect((await actionsOf(id)).map(({ action }) => action)).toEqual(['company.created', 'company.deleted']);
});

test('what is refused leaves no entry', async () => {
  const before = (await actionsOf()).length;
  const id = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 0 });
  expect((await gym.till.cash([{ salesItemId: id, quantity: 1 }])).status).toBe(409);
  expect((await admin.put(`/sales-items/${id}`, { body: { price: 9, updatedAt: '2020-01-01T00:00:00.000Z' } })).status).toBe(409);
  expect((await admin.put(`/sales-items/${id}`, { body: { name: 'Water Bottle' } })).status).toBe(200);
  expect((await actionsOf()).length).toBe(before);
});

test('a repeated sale is in the log once', async () => {
  const sell = async (id: string) => gym.till.cash([{ salesItemId: id, quantity: 1 }], 'the same key');
  const id = await gym.make.salesItem();
  const before = (await actionsOf()).length;
  await Promise.all([sell(id), sell(id), sell(id)]);
  expect((await actionsOf()).length).toBe(before + 1);
});

test('no key, password, token or signing secret is anywhere in the log', async () => {
  const { rows } = await server.database.scoped([gym.companyId], (tx) => sql<{ entries: string }>`select string_agg(a::text, ' ') as entries from activity as a`.execute(tx));
  const entries = rows[0]?.entries ?? '';
  expect(entries).toContain('stripeSecretKey');
  const { password_hash } = await server.database.unscoped.selectFrom('users').select('password_hash').where('id', '=', gym.users.operator.id).executeTakeFirstOrThrow();
  for (const secret of [gym.account.secretKey, gym.webhookSecret, 'staple battery', password_hash ?? 'none']) expect(entries).not.toContain(secret);
});
