import { Box, Table, TableBody, TableCell, TableFooter, TableHead, TableRow } from '@mui/material';
import { Link } from 'react-router-dom';
import type { ReportRow, ReportTotals } from '#domain/reports/contract.ts';
import { getFigure, type FigureName } from '#domain/reports/reportFigures.ts';
import { figureText } from '#domain/reports/reportText.ts';
import { ContactLink } from '#src/resources/contacts/panel/ContactLink.tsx';
import { figureCells, FigureLink } from '#src/ui/FigureLink.tsx';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { NameAndDescription } from '#src/ui/fields.tsx';

interface FigureTableProps {
  label: string;
  first: string;
  figures: readonly FigureName[];
  rows: readonly ReportRow[];
  rowTo?: (key: string) => string;
}

export type FigureTo = (name: FigureName, key: string) => string | undefined;

/** Figures are compared down a column, so on a narrow screen the table scrolls sideways and its first column stays. */
export const FigureTable = ({
  label,
  first,
  figures,
  rows,
  rowTo,
  figureTo,
  totals,
}: FigureTableProps & { figureTo?: FigureTo; totals?: ReportTotals | undefined }) => (
  <Box
    role="region"
    aria-label={`${label}, table`}
    tabIndex={0}
    sx={{ overflowX: 'auto', '&:focus-visible': { outlineOffset: -2 } }}
  >
    <Table size="small" aria-label={label} className="tabular" sx={look}>
      <TableHead>
        <TableRow>
          <TableCell scope="col">{first}</TableCell>
          {figures.map((name) => (
            <TableCell key={name} scope="col" align="right">
              {getFigure(name).label}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.key}>
            <TableCell component="th" scope="row">
              <RowHead row={row} to={rowTo?.(row.key)} />
            </TableCell>
            {figures.map((name) => (
              <TableCell key={name} align="right">
                <FigureLink
                  to={row[name] ? figureTo?.(name, row.key) : undefined}
                  label={`${getFigure(name).label}, ${row.label}`}
                >
                  {figureText(name, row[name])}
                </FigureLink>
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
      {totals && (
        <TableFooter>
          <TableRow>
            <TableCell component="th" scope="row">
              Total
            </TableCell>
            {figures.map((name) => (
              <TableCell key={name} align="right">
                {totals[name] === undefined ? '' : figureText(name, totals[name])}
              </TableCell>
            ))}
          </TableRow>
        </TableFooter>
      )}
    </Table>
  </Box>
);

const RowHead = ({ row: { label, detail, contactId }, to }: { row: ReportRow; to: string | undefined }) => {
  const text = <NameAndDescription name={label} description={detail} />;
  if (contactId) return <ContactLink id={contactId}>{text}</ContactLink>;
  return to ? <Link to={to}>{text}</Link> : text;
};

/** The same for a list, which is read row by row: on a narrow screen each row is a card, and no figure is out of sight. */
export const FigureList = ({
  label,
  first,
  detailLabel,
  figures,
  rows,
  rowTo,
}: FigureTableProps & { detailLabel?: string | undefined }) => (
  <StaticTable
    label={label}
    columns={toColumns(first, detailLabel, figures)}
    rows={rows.map((row) => ({ ...row, id: row.key }))}
    {...(rowTo && { rowTo: ({ id }: ListRow) => rowTo(id) })}
  />
);

type ListRow = ReportRow & { id: string };

const toColumns = (
  first: string,
  detailLabel: string | undefined,
  figures: readonly FigureName[],
): readonly Column<ListRow>[] => [
  {
    label: first,
    cell: (row) => <NameAndDescription name={row.label} description={detailLabel ? undefined : row.detail} />,
  },
  ...(detailLabel ? [{ label: detailLabel, cell: ({ detail }: ListRow) => detail }] : []),
  ...figures.map((name): Column<ListRow> => ({
    label: getFigure(name).label,
    align: 'right',
    cell: (row) => figureText(name, row[name]),
  })),
];

const look = {
  ...figureCells,
  '& td': { whiteSpace: 'nowrap' },
  '& th:first-of-type': { position: 'sticky', left: 0, zIndex: 1, minWidth: 132, maxWidth: { xs: 190, sm: 'none' } },
  '& tbody th, & tfoot th': { bgcolor: 'background.paper' },
  // A word is never cut in two while the column can be wider.
  '& tbody th': { fontWeight: 400, '& span': { overflowWrap: 'break-word' } },
  '& tfoot th, & tfoot td': { typography: 'subtitle2', color: 'text.primary', borderBottom: 0 },
  '& tbody th a': { color: 'inherit', textDecoration: 'none' },
  '& tbody th a > span > span:first-of-type': { textDecoration: 'underline' },
  '& tbody:last-child tr:last-of-type > *': { borderBottom: 0 },
};
