export const Mark = ({ size = 32 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <circle cx="16" cy="7.2" r="3.9" fill="var(--spot)" />
    <g stroke="currentColor" strokeLinecap="round">
      <path d="M8.6 19.5h14.8" strokeWidth="2.8" />
      <path d="M8.6 13.6v11.8M23.4 13.6v11.8" strokeWidth="3.8" />
      <path d="M3.8 16.8v5.4M28.2 16.8v5.4" strokeWidth="2.8" />
    </g>
  </svg>
);
