import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageFrom } from '#src/dataProvider/http.ts';
import type { MembershipRecord, MembershipRow } from '#src/dataProvider/memberships.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';

/** The agreements that go with the plan, each as the newest PDF. */
export const PlanAgreements = ({ plan }: { plan: MembershipRow }) => {
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
            <Button size="small" startIcon={<DownloadOutlined />} aria-label={`Download ${name}`} onClick={() => void download(id)} sx={{ textAlign: 'left' }}>
              {name}
            </Button>
          </li>
        ))}
      </Box>
      {error && <Alert severity="error">{error}</Alert>}
    </Box>
  );
};

/** A key of its own: react-admin fills a record's key with its row of the list, which has no agreements. */
const usePlanAgreements = ({ id, agreementIds }: MembershipRow) => {
  const data = useAppDataProvider();
  return useQuery({
    queryKey: ['memberships', 'agreements', id],
    queryFn: async ({ signal }) => (await data.getOne<MembershipRecord>('memberships', { id, signal })).data.agreements,
    enabled: agreementIds.length > 0,
  });
};

const useDownload = () => {
  const data = useAppDataProvider();
  const [error, setError] = useState<string>();
  const download = async (agreementId: string) => {
    setError(undefined);
    try {
      const [newest] = (await data.planAgreement(agreementId)).versions;
      if (!newest) return setError('This agreement has no PDF yet.');
      const { url, fileName } = await data.planAgreementDownload(newest.id);
      return Object.assign(document.createElement('a'), { href: url, download: fileName }).click();
    } catch (failure) {
      return setError(messageFrom(failure, 'Failed to get download URL'));
    }
  };
  return { download, error };
};
