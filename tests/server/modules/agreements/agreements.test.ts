import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { endlessPdf } from '#tests/support/hostilePdfs.ts';
import { longestStall } from '#tests/support/longestStall.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { samplePdf, pdfForm } from '#tests/support/multipart.ts';
import { type Caller, sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);

const never = '01900000-0000-7000-8000-000000000000';

const added = async (place: Gym, fields: Record<string, string> = {}, pdf?: { bytes: Uint8Array; name?: string }) => {
  const { status, body } = await place.by.admin.post('/agreements', pdfForm({ name: 'Waiver', ...fields }, pdf));
  expect(status).toBe(201);
  return body.agreement;
};
const addVersion = (caller: Caller, id: string, bytes: Uint8Array = samplePdf, name?: string) =>
  caller.post(`/agreements/${id}/versions`, pdfForm({}, { bytes, ...(name && { name }) }));
const stored = async (place: Gym) =>
  (await readdir(join(server.filesDirectory, place.companyId), { recursive: true }).catch(() => [])).filter((name) =>
    name.endsWith('.pdf'),
  );

describe('POST /agreements', () => {
  test('adds one with a PDF as its first version', async () => {
    const agreement = await added(
      gym,
      { description: 'Read it', displayOrder: '3', locationId: gym.locationId },
      { bytes: samplePdf, name: 'Waiver – 2026.pdf' },
    );
    expect(agreement).toMatchObject({
      companyId: gym.companyId,
      locationId: gym.locationId,
      name: 'Waiver',
      description: 'Read it',
      displayOrder: 3,
      versions: [{ versionNumber: 1, pdfFileName: 'Waiver – 2026.pdf' }],
    });
  });

  test('without a PDF, a location or an order it is company-wide, has order 0 and no versions', async () => {
    expect(await added(gym, { displayOrder: '', locationId: '' })).toMatchObject({
      locationId: null,
      displayOrder: 0,
      versions: [],
    });
  });

  test('a refused file leaves neither a row nor a file', async () => {
    const place = await createGym(server);
    const html = Buffer.from('<html><script>alert(1)</script>');
    expect(await place.by.manager.post('/agreements', pdfForm({ name: 'Waiver' }, { bytes: html }))).toMatchObject({
      status: 415,
    });
    expect((await place.by.manager.get('/agreements')).body.agreements).toEqual([]);
    expect(await stored(place)).toEqual([]);
  });

  test('a PDF that would keep the server busy is refused, and others are answered meanwhile', async () => {
    const place = await createGym(server);
    const endless = pdfForm({ name: 'Waiver' }, { bytes: endlessPdf() });
    const { result, stallMs } = await longestStall(() => place.by.manager.post('/agreements', endless));
    expect(result).toMatchObject({ status: 400, body: { message: expect.stringContaining('This PDF is damaged') } });
    expect(stallMs).toBeLessThan(5_000);
    expect(await stored(place)).toEqual([]);
  });
});

describe('GET /agreements', () => {
  test('lists a location’s and the company’s, newest first, sorted by name and createdAt, searched by name and description', async () => {
    const place = await createGym(server);
    await added(place, { name: 'Waiver', description: 'Über den Verzicht', locationId: place.locationId });
    await added(place, { name: 'assumption of 100% risk' });
    await added(place, { name: 'Elsewhere', locationId: place.otherLocationId });
    const list = async (query: string, at = `locationId=${place.locationId}&`) => {
      const { body } = await place.by.admin.get(`/agreements?${at}${query}`);
      return body.agreements.map(({ name }: { name: string }) => name);
    };
    expect(await list('')).toEqual(['assumption of 100% risk', 'Waiver']);
    expect(await list('sortBy=createdAt&sortOrder=asc')).toEqual(['Waiver', 'assumption of 100% risk']);
    expect(await list('sortBy=name&sortOrder=asc')).toEqual(['assumption of 100% risk', 'Waiver']);
    expect(await list('search=ÜBER')).toEqual(['Waiver']);
    expect(await list('search=0%25')).toEqual(['assumption of 100% risk']);
    expect(await list('search=a_v')).toEqual([]);
    expect(await list('', '')).toHaveLength(3);
    expect((await place.by.operator.get('/agreements')).body.pagination.total).toBe(2);
    expect((await place.by.admin.get(`/agreements?companyId=${place.companyId}`)).body.pagination.total).toBe(3);
  });
});

describe('one agreement', () => {
  test('another company’s is 404 for every method, like an unknown id', async () => {
    const { id, versions } = await added(rival, {}, { bytes: samplePdf });
    const responses = async (of: string, versionId: string) => {
      const { admin } = gym.by;
      const replies = [
        await admin.get(`/agreements/${of}`),
        await admin.put(`/agreements/${of}`, { body: { name: 'Mine now' } }),
        await admin.delete(`/agreements/${of}`),
        await addVersion(admin, of),
        await admin.get(`/agreements/versions/${versionId}/download`),
      ];
      return replies.map(({ status, body }) => `${status} ${body.message}`);
    };
    const absent = [
      '404 Agreement not found',
      '404 Agreement not found',
      '404 Agreement not found',
      '404 Agreement not found',
      '404 Agreement version not found',
    ];
    expect(await responses(id, versions[0].id)).toEqual(absent);
    expect(await responses(never, never)).toEqual(absent);
    expect(await stored(rival)).toHaveLength(1);
    expect((await rival.by.admin.get(`/agreements/${id}`)).body.agreement.versions).toHaveLength(1);
  });

  test('requested within another of the caller’s companies it is 404', async () => {
    const { id } = await added(gym);
    expect((await gym.by.admin.get(`/agreements/${id}?companyId=${gym.companyId}`)).status).toBe(200);
    expect((await gym.by.admin.get(`/agreements/${id}?companyId=${rival.companyId}`)).status).toBe(404);
  });

  test('PUT changes the named fields, clears with null, and updates updatedAt', async () => {
    const before = await added(gym, { description: 'Old', displayOrder: '4', locationId: gym.locationId });
    const { body } = await gym.by.manager.put(`/agreements/${before.id}`, { body: { name: 'New', description: null } });
    expect(body.agreement).toMatchObject({
      name: 'New',
      description: null,
      displayOrder: 4,
      locationId: gym.locationId,
    });
    expect(body.agreement.updatedAt > before.updatedAt).toBe(true);
    const wide = await gym.by.manager.put(`/agreements/${before.id}`, { body: { locationId: '' } });
    expect(wide.body.agreement.locationId).toBeNull();
  });

  test('a PUT with a stale updatedAt is 409 and changes nothing', async () => {
    const { id, updatedAt } = await added(gym);
    const put = (name: string) => gym.by.manager.put(`/agreements/${id}`, { body: { name, updatedAt } });
    const replies = await Promise.all([put('One'), put('Two')]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.message).toBe('This was changed by someone else');
  });

  test('DELETE removes one without a document, and archives one that somebody may have agreed to', async () => {
    const bare = await added(gym, { locationId: gym.locationId });
    const signed = await added(gym, { locationId: gym.locationId }, { bytes: samplePdf });
    for (const { id } of [bare, signed]) {
      expect((await gym.by.manager.delete(`/agreements/${id}`)).body).toEqual({ message: 'Agreement deleted' });
      expect((await gym.by.manager.get(`/agreements/${id}`)).status).toBe(404);
    }
    const rows = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('agreements').select('id').where('id', 'in', [bare.id, signed.id]).execute(),
    );
    expect(rows).toEqual([{ id: signed.id }]);
  });
});

describe('versions', () => {
  test('20 versions added at once are numbered 1 to 20', async () => {
    const { id } = await added(gym);
    const replies = await Promise.all(Array.from({ length: 20 }, () => addVersion(gym.by.manager, id)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    const { body } = await gym.by.operator.get(`/agreements/${id}`);
    expect(body.agreement.versions.map(({ versionNumber }: { versionNumber: number }) => versionNumber)).toEqual(
      Array.from({ length: 20 }, (_, index) => 20 - index),
    );
  });

  test('a new version needs a file', async () => {
    const { id } = await added(gym);
    const { status, body } = await gym.by.manager.post(
      `/agreements/${id}/versions`,
      pdfForm({ companyId: gym.companyId }),
    );
    expect({ status, ...body }).toEqual({
      status: 400,
      message: 'PDF file is required',
      errors: { pdf: 'PDF file is required' },
    });
  });

  test('a version is downloaded through a signed URL under its own name', async () => {
    const { versions } = await added(gym, {}, { bytes: samplePdf, name: 'House rules.pdf' });
    const { body } = await gym.by.operator.get(
      `/agreements/versions/${versions[0].id}/download?companyId=${gym.companyId}`,
    );
    expect(body.fileName).toBe('House rules.pdf');
    const file = await server.anonymous.get(body.url.replace(/^\/api/, ''));
    expect(file.status).toBe(200);
    expect(file.headers['content-disposition']).toContain('House rules.pdf');
    expect(file.body).toBe(samplePdf.toString());
    expect((await server.anonymous.get(body.url.replace(/^\/api/, '').replace('House', 'Hause'))).status).toBe(403);
  });

  test('a truncated form is 400', async () => {
    const { id } = await added(gym);
    const { headers, body } = pdfForm({}, { bytes: samplePdf });
    expect(
      (await gym.by.manager.post(`/agreements/${id}/versions`, { headers, body: body.subarray(0, -30) })).status,
    ).toBe(400);
  });
});
