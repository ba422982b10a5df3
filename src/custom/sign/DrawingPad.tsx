import { useEffect, useRef, type PointerEvent } from 'react';
import './drawing.css';

interface DrawingPadProps {
  readonly label: string;
  /** A PNG in base64 after each stroke; undefined when it was cleared. */
  readonly onChange: (drawing: string | undefined) => void;
}

const [width, height] = [600, 180];
const dataUrlStart = 'data:image/png;base64,';

/** Draws with a mouse, a finger or a pen. */
export const DrawingPad = ({ label, onChange }: DrawingPadProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDrawing = useRef(false);
  useEffect(() => clear(canvas.current), []);

  const draw = (event: PointerEvent<HTMLCanvasElement>, isStart: boolean) => {
    const context = canvas.current?.getContext('2d');
    if (!canvas.current || !context) return;
    const box = canvas.current.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * width;
    const y = ((event.clientY - box.top) / box.height) * height;
    if (isStart) {
      context.beginPath();
      context.moveTo(x, y);
    }
    context.lineTo(x, y);
    context.stroke();
  };
  const end = () => {
    if (!isDrawing.current) return;
    isDrawing.current = false;
    onChange(canvas.current?.toDataURL('image/png').slice(dataUrlStart.length));
  };
  return (
    <div>
      <div className="drawing">
        <canvas
          ref={canvas}
          width={width}
          height={height}
          role="img"
          aria-label={label}
          style={{ aspectRatio: `${width} / ${height}` }}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            isDrawing.current = true;
            draw(event, true);
          }}
          onPointerMove={(event) => isDrawing.current && draw(event, false)}
          onPointerUp={end}
          onPointerCancel={end}
        />
      </div>
      <button
        type="button"
        className="drawing-clear"
        onClick={() => {
          clear(canvas.current);
          onChange(undefined);
        }}
      >
        Clear drawing
      </button>
    </div>
  );
};

function clear(canvas: HTMLCanvasElement | null) {
  const context = canvas?.getContext('2d');
  if (!context) return;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.strokeStyle = '#111';
  context.lineWidth = 2.5;
  context.lineCap = 'round';
  context.lineJoin = 'round';
}
