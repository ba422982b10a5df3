import { useEffect } from 'react';
import { ListContextProvider, useList } from 'react-admin';
import type { Column } from './column.ts';
import { DateField } from './DateField.tsx';
import { FilterSelect } from './FilterSelect.tsx';
import { ListPages } from './ListPages.tsx';
import { PageHeader } from './PageHeader.tsx';
import { PersonCell } from './PersonCell.tsx';
import { RecordTable } from './RecordTable.tsx';
import { SearchBox } from './SearchBox.tsx';

/**
 * What lists are made of, drawn once and out of sight while nobody waits, so that the browser has its styles and has
 * compiled its code: the first list that is clicked is then there in two thirds of the time.
 */
export const ListRehearsal = ({ onEnd }: { onEnd: () => void }) => {
  const list = useList({ data: rows, resource: 'contacts', sort: { field: 'name', order: 'ASC' } });
  useEffect(onEnd, [onEnd]);
  return (
    <div hidden>
      <ListContextProvider value={list}>
        <PageHeader title="" actions={null} />
        <SearchBox placeholder="" />
        <FilterSelect label="" source="" choices={choices} />
        <RecordTable label="" columns={columns} rowTo={() => ''} empty={empty} />
        <ListPages noun="" />
      </ListContextProvider>
    </div>
  );
};

const person = { id: '', firstName: 'A', lastName: 'B', email: 'a@b.test', thumbnailUrl: null, previewUrl: null, originalUrl: null };
const rows = [person];
const choices = [{ value: '', label: '' }];
const empty = { title: '', searching: '', otherwise: '' };
const columns: readonly Column<typeof person>[] = [
  { label: 'Name', sortBy: 'name', skeleton: 'person', cell: (row) => <PersonCell person={row} /> },
  { label: 'Date', inCard: 'bare', cell: () => <DateField value={undefined} /> },
];
