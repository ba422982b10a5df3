import { pdfForm } from '#tests/support/multipart.ts';
import { createP12 } from '#tests/support/p12.ts';
import type { Writes, WritingGym } from './writingGym.ts';

/** A company, its locations and settings. */
export function companyWrites({ server, gym, otherAccount, admin, inDays, ofCompany }: WritingGym): Writes {
  const ofLocation = () => `/locations/${gym.locationId}`;
  const buildFee = async () =>
    (await admin.post(`${ofLocation()}/fees`, { body: { name: 'Towels', amount: '5' } })).body.fee.id;
  const addEndpoint = () =>
    admin.post('/webhook-endpoints', { body: { companyId: gym.companyId, url: 'https://93.184.215.14/hooks' } });
  const buildEndpoint = async () => `/webhook-endpoints/${(await addEndpoint()).body.endpoint.id}`;

  const certificate = `/companies/${gym.companyId}/signing-certificate`;
  const buildKey = () =>
    admin.post('/api-keys', { body: { ...ofCompany(), name: 'Website', scopes: ['contacts:write'] } });

  const buildDevice = () =>
    admin.post('/devices', { body: { locationId: gym.locationId, name: 'Lobby', kind: 'kiosk' } });

  return {
    createWebhookEndpoint: { call: addEndpoint, action: 'webhook-endpoint.created' },
    updateWebhookEndpoint: {
      call: async () => admin.put(await buildEndpoint(), { body: { description: 'Website' } }),
      action: 'webhook-endpoint.updated',
    },
    deleteWebhookEndpoint: {
      call: async () => admin.delete(await buildEndpoint()),
      action: 'webhook-endpoint.deleted',
    },
    rotateWebhookSecret: {
      call: async () => admin.post(`${await buildEndpoint()}/rotate-secret`),
      action: 'webhook-endpoint.secret-changed',
    },
    testWebhookEndpoint: {
      call: async () => admin.post(`${await buildEndpoint()}/test`),
      action: 'webhook-endpoint.tested',
    },
    uploadSigningCertificate: {
      call: async () => {
        const { p12 } = await createP12();
        server.clock.now = new Date();
        return admin.post(certificate, pdfForm({ password: 'open sesame' }, { field: 'file', bytes: p12 }));
      },
      action: 'company.certificate-uploaded',
    },
    removeSigningCertificate: { call: () => admin.delete(certificate), action: 'company.certificate-removed' },
    resendWebhookDelivery: {
      call: async () => {
        const endpoint = await buildEndpoint();
        const { delivery } = (await admin.post(`${endpoint}/test`)).body;
        return admin.post(`${endpoint}/deliveries/${delivery.id}/resend`);
      },
      action: 'webhook-endpoint.events-repeated',
    },
    resendWebhooks: {
      call: async () => admin.post(`${await buildEndpoint()}/resend`, { body: { since: '2026-01-01T00:00:00Z' } }),
      action: 'webhook-endpoint.events-repeated',
    },
    createApiKey: { call: buildKey, action: 'api-key.created' },
    revokeApiKey: {
      call: async () => admin.delete(`/api-keys/${(await buildKey()).body.apiKey.id}`),
      action: 'api-key.revoked',
    },
    createDevice: { call: buildDevice, action: 'device.created' },
    startDevicePairing: {
      call: async () => admin.post(`/devices/${(await buildDevice()).body.device.id}/pairing`),
      action: 'device.pairing-started',
    },
    pairDevice: {
      call: async () =>
        server.anonymous.post('/devices/pair', { body: { code: (await buildDevice()).body.pairing.code } }),
      action: 'device.paired',
      by: 'Lobby',
    },
    replaceDeviceToken: {
      call: async () => server.withKey((await buildDevice()).body.token).post('/devices/self/roll'),
      action: 'device.token-replaced',
      by: 'Lobby',
    },
    revokeDevice: {
      call: async () => admin.delete(`/devices/${(await buildDevice()).body.device.id}`),
      action: 'device.revoked',
    },
    createLocation: {
      call: () => admin.post('/locations', { body: { name: 'East', companyId: gym.companyId } }),
      action: 'location.created',
    },
    updateLocation: { call: () => admin.put(ofLocation(), { body: { city: 'Boulder' } }), action: 'location.updated' },
    deleteLocation: {
      call: async () =>
        admin.delete(
          `/locations/${(await admin.post('/locations', { body: { name: 'West', companyId: gym.companyId } })).body.location.id}`,
        ),
      action: 'location.deleted',
    },
    createFee: {
      call: () => admin.post(`${ofLocation()}/fees`, { body: { name: 'Key tag', amount: '5' } }),
      action: 'location.fee-created',
    },
    updateFee: {
      call: async () => admin.put(`${ofLocation()}/fees/${await buildFee()}`, { body: { amount: '6' } }),
      action: 'location.fee-updated',
    },
    deleteFee: {
      call: async () => admin.delete(`${ofLocation()}/fees/${await buildFee()}`),
      action: 'location.fee-deleted',
    },
    updateCompany: {
      call: () => admin.put(`/companies/${gym.companyId}`, { body: { city: 'Denver' } }),
      action: 'company.updated',
    },
    startExport: {
      call: () => admin.post(`/companies/${gym.companyId}/exports`),
      action: 'company.exported',
    },
    updateSettings: {
      call: () => admin.put(`/companies/${gym.companyId}/settings`, { body: { checkins: { repeatMinutes: 30 } } }),
      action: 'company.settings-changed',
    },
    activateRenewals: {
      call: async () => {
        await gym.make.contactMembership(await gym.make.contact(), {
          start_date: inDays(-5),
          end_date: inDays(24),
          renewal_on_hold: 'card',
        });
        return admin.post(`/companies/${gym.companyId}/renewals-on-hold/activate`, { body: { expectedTotal: 0 } });
      },
      action: 'company.renewals-activated',
    },
    updateStripeKeys: {
      call: () =>
        admin.put(`/companies/${gym.companyId}/stripe`, {
          body: { stripePublishableKey: otherAccount.publishableKey, stripeSecretKey: otherAccount.secretKey },
        }),
      action: 'company.stripe-keys-changed',
    },
  };
}
