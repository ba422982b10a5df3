import type { ReactNode } from 'react';

/** One column of a `RecordTable`. */
export interface Column<Row> {
  label: string;
  /** What stands in the cell. */
  cell: (row: Row) => ReactNode;
  /** The API's name for ordering by it; without one the column cannot be ordered by. */
  sortBy?: string;
  /** The direction a first click gives; ascending unless said otherwise. */
  firstOrder?: 'ASC' | 'DESC';
  align?: 'left' | 'right';
  width?: number | string;
  /** How much of a list's width it gets, beside the others' 1; the first column gets 2.4 unless said otherwise. */
  share?: number;
  /** In a card: without its name where the value says enough, or on a line of its own. */
  inCard?: 'bare' | 'line';
  /** What stands in its place while it loads; one line unless said otherwise. */
  skeleton?: 'person' | 'lines' | 'badge';
}
