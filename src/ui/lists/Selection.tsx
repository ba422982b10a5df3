import { useRef } from 'react';
import { useListContext, type Identifier } from 'react-admin';
import { tableRoles } from './tableStyles.ts';

/** Selects every row of the page, or none. */
export const AllCheckbox = () => {
  const { data = [], selectedIds = [], onSelect, onUnselectItems } = useListContext();
  const selected = data.filter(({ id }) => selectedIds.includes(id)).length;
  const isAll = data.length > 0 && selected === data.length;
  return (
    <td {...tableRoles.cell} className="selection">
      <label>
        <input
          type="checkbox"
          aria-label="Select all rows"
          checked={isAll}
          disabled={data.length === 0}
          ref={(box) => {
            if (box) box.indeterminate = selected > 0 && !isAll;
          }}
          onChange={() => (isAll ? onUnselectItems() : onSelect(data.map(({ id }) => id)))}
        />
      </label>
    </td>
  );
};

/** Selects or unselects a row. With Shift the rows between it and the one before are selected too. */
export const useToggle = () => {
  const { data = [], selectedIds = [], onSelect, onToggleItem } = useListContext();
  const last = useRef<Identifier>(null);
  return (id: Identifier, hasShift: boolean) => {
    const ids = data.map((row) => row.id);
    const [from, to] = [last.current === null ? -1 : ids.indexOf(last.current), ids.indexOf(id)];
    last.current = id;
    if (!hasShift || from < 0) return onToggleItem(id);
    const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1);
    onSelect([...new Set([...selectedIds, ...range])]);
  };
};

interface RowCheckboxProps {
  label: string;
  isSelected: boolean;
  onToggle: (hasShift: boolean) => void;
}

export const RowCheckbox = ({ label, isSelected, onToggle }: RowCheckboxProps) => (
  <td {...tableRoles.cell} className="selection">
    <label>
      <input
        type="checkbox"
        aria-label={label}
        checked={isSelected}
        onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  </td>
);
