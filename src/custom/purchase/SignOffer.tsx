import DrawOutlined from '@mui/icons-material/DrawOutlined';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import type { MissingAgreement } from '#domain/signatures/contract.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { useAccess } from '#src/location-scope/useLocationScope.ts';
import { SignDialog } from '#src/resources/signatures/SignDialog.tsx';
import { useContactSignatures } from '#src/resources/signatures/useContactSignatures.ts';
import { usePurchaseDialog } from './purchaseContext.tsx';

export const useMissingAgreements = (contact: ContactRecord, isDone: boolean) => {
  const { may } = useAccess();
  const { data } = useContactSignatures(isDone && may('signatures:write') ? contact.id : undefined, 'always');
  return data?.missing ?? [];
};

interface SignOfferProps {
  contact: ContactRecord;
  missing: readonly MissingAgreement[];
}

/** Signed right after the purchase, on the desk's screen. */
export const SignOffer = ({ contact, missing }: SignOfferProps) => {
  const [signing, setSigning] = useState<MissingAgreement>();
  const { finish } = usePurchaseDialog();
  const close = () => setSigning(undefined);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center', pb: 2, '&:empty': { p: 0 } }}>
        {missing.map((agreement) => (
          <Button
            key={agreement.agreementId}
            variant="outlined"
            startIcon={<DrawOutlined />}
            onClick={() => setSigning(agreement)}
          >
            Sign {agreement.name}
          </Button>
        ))}
      </Box>
      {signing && <SignDialog contact={contact} agreement={signing} onClose={close} onEdit={finish} />}
    </>
  );
};
