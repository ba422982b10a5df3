import { Alert, Box } from '@mui/material';
import { useState } from 'react';
import { useDataProvider, type DataProvider } from 'react-admin';
import { readCode } from '#domain/contacts/memberCode.ts';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import { findByCode } from '#src/resources/contacts/findByCode.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { visuallyHidden } from '#src/ui/dom.ts';
import { noItemOrMember, noSuchItem, notLookedUp, notWhilePaying } from './scan.ts';
import { useScanner } from './useScanner.ts';
import { useTill } from './useTillState.ts';

/**
 * Adds one of the item whose bar code is scanned, or chooses the customer whose code it is. What could not be added stays on the screen until it is dismissed, since
 * people do not watch the screen while they scan.
 */
export const Scanner = () => {
  const { id: locationId } = useSelectedLocation();
  const { step, scan, addScanned, choose, startNextSale, hasJustSold } = useTill();
  const [isSold, setSold] = useState(hasJustSold);
  const data = useDataProvider();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [added, setAdded] = useState('');
  // The message was about the previous sale.
  if (isSold !== hasJustSold) {
    setSold(hasJustSold);
    if (hasJustSold) setProblems([]);
  }
  const say = (problem: string) => setProblems((said) => [...said.filter((other) => other !== problem), problem]);

  const add = (item: SalesItem) => {
    const problem = addScanned(item);
    setAdded(problem ? '' : `Added ${item.name}`);
    if (problem) say(problem);
  };
  useScanner((code) => {
    if (step === 'payment') return say(notWhilePaying);
    startNextSale();
    setAdded('');
    // Looked up at once, and added in the order of the scans, whatever the order of the responses.
    const looked = findByBarcode(data, locationId, code);
    scan(async () => {
      const item = await looked;
      const memberCode = readCode(code);
      const customer = item || !memberCode ? undefined : await findByCode(data, locationId, memberCode);
      if (item === 'unreachable' || customer === 'unreachable') say(notLookedUp(code));
      else if (item) add(item);
      else if (customer) choose(customer);
      else say(memberCode ? noItemOrMember(code) : noSuchItem(code));
    });
  });
  return (
    <>
      <Box component="output" sx={visuallyHidden}>
        {added}
      </Box>
      {problems.length > 0 && (
        <Alert
          severity="warning"
          onClose={() => setProblems([])}
          slotProps={{ closeButton: { title: 'Close' } }}
          sx={{ position: 'sticky', top: 76, zIndex: 3, mb: 2 }}
        >
          {problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </Alert>
      )}
    </>
  );
};

export const findByBarcode = (data: DataProvider, locationId: string, barcode: string) =>
  data.getList<SalesItem>('sales-items', { pagination: { page: 1, perPage: 1 }, filter: { locationId, barcode } }).then(
    (response) => response.data.find((item) => item.barcode === barcode),
    () => 'unreachable' as const,
  );
