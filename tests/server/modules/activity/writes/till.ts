import { canceled, type Writes, type WritingGym } from './writingGym.ts';

/** Sales at the till, parked sales and the cash drawer. */
export function tillWrites({ gym, admin, at }: WritingGym): Writes {
  const createCart = async () => ({ ...at(), items: [{ salesItemId: await gym.make.salesItem(), quantity: 1 }] });
  const createParked = async () =>
    `/parked-sales/${(await admin.post('/parked-sales', { body: await createCart() })).body.parkedSale.id}`;
  const openedDrawer = async () =>
    `/drawers/${(await admin.get(`/drawers?locationId=${gym.otherLocationId}&status=open`)).body.drawers[0].id}`;

  return {
    purchaseSalesItems: {
      call: async () => gym.till.cash([{ salesItemId: await gym.make.salesItem(), quantity: 1 }]),
      action: 'invoice.created',
      by: 'Sam point_of_sale',
    },
    cancelSalesItemPurchase: {
      call: async () => {
        const body = { ...(await createCart()), contactId: gym.contactId, stripePayment: true };
        return canceled(admin, '/sales-items/purchase', body, at());
      },
      action: 'invoice.voided',
    },
    findWalkInCustomer: { call: () => admin.post(`/locations/${gym.locationId}/walk-in`), action: 'contact.created' },
    parkSale: {
      call: async () => admin.post('/parked-sales', { body: await createCart() }),
      action: 'location.sale-parked',
    },
    resumeParkedSale: {
      call: async () => admin.post(`${await createParked()}/resume`),
      action: 'location.parked-sale-resumed',
    },
    discardParkedSale: {
      call: async () => admin.delete(await createParked()),
      action: 'location.parked-sale-discarded',
    },
    openDrawer: {
      call: () => admin.post('/drawers', { body: { locationId: gym.otherLocationId, float: 100 } }),
      action: 'drawer.opened',
    },
    moveDrawerCash: {
      call: async () =>
        admin.post(`${await openedDrawer()}/movements`, { body: { type: 'out', amount: 5, reason: 'Stamps' } }),
      action: 'drawer.cash-removed',
    },
    closeDrawer: {
      call: async () => admin.post(`${await openedDrawer()}/close`, { body: { counted: 95 } }),
      action: 'drawer.closed',
    },
  };
}
