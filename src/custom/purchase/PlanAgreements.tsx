import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useGetOne } from 'react-admin';
import { messageFrom } from '#src/dataProvider/http.ts';
import type { MembershipRecord, MembershipRow } from '#src/dataProvider/memberships.ts';
import { useConsoleData } from '#src/dataProvider/useConsoleData.ts';

/** The agreements that go with the plan, each as the newest PDF. */
export const PlanAgreements = ({ plan }: { plan: MembershipRow }) => {
  const { data } = useGetOne<MembershipRecord>('memberships', { id: plan.id }, { enabled: plan.agreementIds.length > 0 });
  const { download, error } = useDownload();
  if (!data || data.agreements.length === 0) return null;
  return (
    <Box component="section" aria-labelledby="purchase-agreements">
      <Typography variant="h3" id="purchase-agreements" sx={{ mb: 0.5 }}>
        Agreements
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.agreements.map(({ id, name }) => (
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

const useDownload = () => {
  const data = useConsoleData();
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
