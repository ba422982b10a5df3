import {
  Box,
  Button,
  DialogActions,
  DialogContent,
  Link,
  Table,
  TableBody,
  TableCell,
  TableFooter,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';
import type { AccountingPreview } from '#domain/accounting/contract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { figureCells, FigureLink } from '#src/ui/FigureLink.tsx';
import { QueryState } from '#src/ui/QueryState.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { accountingActions, type AccountingParams } from '#src/dataProvider/accounting.ts';
import { ledgerPath, paths } from '#src/paths.ts';
import { SaveCsvButton } from '#src/ui/lists/SaveCsvButton.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';

export interface AccountingDialogProps {
  params: AccountingParams;
  about: string;
  mayName: boolean;
  isOpen: boolean;
  onClose: () => void;
}

export const AccountingDialog = ({ params, about, mayName, isOpen, onClose }: AccountingDialogProps) => {
  const preview = useQuery({
    queryKey: ['accounting', params],
    queryFn: ({ signal }) => accountingActions.preview(params, signal),
    enabled: isOpen,
  });
  return (
    <TitledDialog open={isOpen} title="Accounting Export" onClose={onClose}>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 2, textWrap: 'pretty' }}>
          {about}. The file has one entry for each day and location, and in each the debits equal the credits.
          {mayName && (
            <>
              {' '}
              <Link component={RouterLink} to={paths.settings.home}>
                Name the accounts in the settings
              </Link>
            </>
          )}
        </Typography>
        <QueryState query={preview} fallback="Couldn’t load the accounts" loading={<SkeletonBlock />}>
          {(accounts) =>
            accounts.lines === 0 ? (
              <EmptyState heading="h2" title="Nothing in this period" text="Choose another period to export." />
            ) : (
              <Accounts {...accounts} params={params} />
            )
          }
        </QueryState>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} color="inherit">
          Close
        </Button>
        <SaveCsvButton
          variant="contained"
          color="primary"
          read={(signal) => accountingActions.csv(params, signal)}
          fileName={`accounting-${params.from}-${params.to}.csv`}
          failed="Failed to export the journal"
          disabled={!preview.data?.lines}
        >
          Download CSV
        </SaveCsvButton>
      </DialogActions>
    </TitledDialog>
  );
};

const Accounts = ({ accounts, debit, credit, params }: AccountingPreview & { params: AccountingParams }) => (
  <Box
    role="region"
    aria-label="Accounts, table"
    tabIndex={0}
    sx={{
      overflowX: 'auto',
      border: 1,
      borderColor: 'divider',
      borderRadius: 1,
      '&:focus-visible': { outlineOffset: -2 },
    }}
  >
    <Table size="small" aria-label="Accounts" className="tabular" sx={look}>
      <TableHead>
        <TableRow>
          <TableCell scope="col">Account</TableCell>
          <TableCell scope="col" align="right">
            Debit
          </TableCell>
          <TableCell scope="col" align="right">
            Credit
          </TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {accounts.map((account) => (
          <TableRow key={`${account.number} ${account.name}`}>
            <TableCell component="th" scope="row">
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {account.number}
              </Box>{' '}
              {account.name}
            </TableCell>
            {(['debit', 'credit'] as const).map((side) => (
              <TableCell key={side} align="right">
                {account[side] !== 0 && (
                  <FigureLink
                    to={account.postings && ledgerPath({ ...params, ...account.postings })}
                    label={`${account.name}, ${side}`}
                  >
                    {formatMoney(account[side])}
                  </FigureLink>
                )}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
      <TableFooter>
        <TableRow>
          <TableCell component="th" scope="row">
            Total
          </TableCell>
          <TableCell align="right">{formatMoney(debit)}</TableCell>
          <TableCell align="right">{formatMoney(credit)}</TableCell>
        </TableRow>
      </TableFooter>
    </Table>
  </Box>
);

const look = {
  ...figureCells,
  '& td': { whiteSpace: 'nowrap' },
  '& tbody th': { fontWeight: 400, minWidth: 128, overflowWrap: 'anywhere' },
  '& tfoot th, & tfoot td': { fontWeight: 600, color: 'text.primary', fontSize: 'inherit', borderBottom: 0 },
};
