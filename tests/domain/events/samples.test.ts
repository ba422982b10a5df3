import { expect, test } from 'vitest';
import { eventData } from '#domain/events/contract.ts';
import { eventSamples } from '#domain/events/samples.ts';
import { eventTypes } from '#domain/events/eventTypes.ts';

test('there is an example of each type, as its data is described', () => {
  expect(eventSamples.map(({ type }) => type)).toEqual([...eventTypes]);
  for (const { type, data } of eventSamples) {
    const [subject = ''] = type.split('.');
    expect([type, eventData[subject as keyof typeof eventData].strict().parse(data)]).toEqual([type, data]);
  }
});
