import { useDataProvider } from 'react-admin';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { PurchasePreview } from '#domain/contact-memberships/purchaseContract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { purchaseActions } from '#src/dataProvider/purchase.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import type { MembershipRecord, ListedMembership } from '#src/dataProvider/memberships.ts';
import { downloadFrom } from '#src/ui/dom.ts';

export const PreviewSheet = ({ preview: { lineItems, subtotal, tax, total } }: { preview: PurchasePreview }) => (
  <Box
    component="section"
    aria-labelledby="purchase-summary"
    sx={{ p: 2, border: 1, borderColor: 'divider', borderRadius: '12px', bgcolor: 'grey.100' }}
  >
    <Typography variant="h3" id="purchase-summary" sx={{ mb: 1 }}>
      Purchase summary
    </Typography>
    <Box component="dl" sx={columns}>
      {lineItems.map((line, index) => (
        <Fragment key={index}>
          <Box component="dt" sx={{ overflowWrap: 'anywhere' }}>
            {line.name}
            {line.type === 'location_fee' && (
              <Typography component="span" variant="body2" color="textSecondary">
                {' '}
                (Fee)
              </Typography>
            )}
            {line.description && (
              <Typography variant="body2" color="textSecondary">
                {line.description}
              </Typography>
            )}
          </Box>
          <dd className="tabular">{formatMoney(line.total)}</dd>
        </Fragment>
      ))}
    </Box>
    <Box component="dl" sx={{ ...columns, pt: 1, mt: 1, borderTop: 1, borderColor: 'divider' }}>
      <dt>Subtotal</dt>
      <dd className="tabular">{formatMoney(subtotal)}</dd>
      <dt>Tax</dt>
      <dd className="tabular">{formatMoney(tax)}</dd>
      <Box component="dt" sx={{ fontWeight: 650 }}>
        Total
      </Box>
      <Box component="dd" className="tabular" sx={{ fontWeight: 650 }}>
        {formatMoney(total)}
      </Box>
    </Box>
  </Box>
);

const columns = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: 2,
  rowGap: 0.75,
  m: 0,
  '& dd': { m: 0, textAlign: 'right' },
} as const;

export const PlanAgreements = ({ plan }: { plan: ListedMembership }) => {
  const { data: agreements = [] } = usePlanAgreements(plan);
  const { download, error } = useDownload();
  if (agreements.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="purchase-agreements">
      <Typography variant="h3" id="purchase-agreements" sx={{ mb: 0.5 }}>
        Agreements
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {agreements.map(({ id, name }) => (
          <li key={id}>
            <Button
              size="small"
              startIcon={<DownloadOutlined />}
              aria-label={`Download ${name}`}
              onClick={() => void download(id)}
              sx={{ textAlign: 'left' }}
            >
              {name}
            </Button>
          </li>
        ))}
      </Box>
      {error && <Alert severity="error">{error}</Alert>}
    </Box>
  );
};

/** A separate query key: react-admin caches a list's row under the record's key, and the row has no agreements. */
const usePlanAgreements = ({ id, agreementIds }: ListedMembership) => {
  const data = useDataProvider();
  return useQuery({
    queryKey: ['memberships', 'agreements', id],
    queryFn: async ({ signal }) => (await data.getOne<MembershipRecord>('memberships', { id, signal })).data.agreements,
    enabled: agreementIds.length > 0,
  });
};

const useDownload = () => {
  const { mutate: download, error } = useMutation({
    mutationFn: async (agreementId: string) => {
      const [newest] = (await purchaseActions.planAgreement(agreementId)).versions;
      if (!newest) throw new Error('This agreement has no PDF yet.');
      const { url, fileName } = await purchaseActions.planAgreementDownload(newest.id);
      downloadFrom(url, fileName);
    },
  });
  return { download, error: error && messageFrom(error, 'Failed to get download URL') };
};
