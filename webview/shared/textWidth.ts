let context: CanvasRenderingContext2D | null = null;

/** Width of a text in the page's own font, in CSS pixels. `weight` as in CSS. */
export function textWidth(text: string, weight = 400): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (context === null) return 7 * text.length;
  const { fontSize, fontFamily } = getComputedStyle(document.body);
  context.font = `${weight} ${fontSize} ${fontFamily}`;
  return context.measureText(text).width;
}
