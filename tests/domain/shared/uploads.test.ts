import { describe, expect, test } from 'vitest';
import { detectImageKind, imageProblem, isPdf, pdfProblem } from '#domain/shared/uploads.ts';

const tenMegabytes = 10 * 1024 * 1024;
const file = (type: string, size = 1000, name = 'file') => ({ type, size, name });

describe('Profile image', () => {
  test.each([
    [file('image/jpeg'), null],
    [file('image/png', tenMegabytes - 1), null],
    [file('image/png', tenMegabytes), 'Image size must be less than 10MB'],
    [file('', 1000, 'IMG_0001.HEIC'), null],
    [file('', 1000, 'IMG_0001.jpg'), 'Please select an image file'],
    [file('application/pdf'), 'Please select an image file'],
    [file('image/svg+xml'), 'Please select an image file'],
    [file('text/html', tenMegabytes, 'photo.jpg'), 'Please select an image file'],
  ])('%j: %s', (claim, problem) => {
    expect(imageProblem(claim)).toBe(problem);
  });
});

describe('A new version requires a file that is a PDF and under 10MB', () => {
  test.each([
    [file('application/pdf'), null],
    [file('application/pdf', tenMegabytes - 1), null],
    [file('application/pdf', tenMegabytes), 'File size must be less than 10MB'],
    [file('image/png', tenMegabytes, 'terms.pdf'), 'Please select a PDF file'],
    [null, 'PDF file is required'],
    [undefined, 'PDF file is required'],
  ])('%j: %s', (claim, problem) => {
    expect(pdfProblem(claim)).toBe(problem);
  });
});

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0);

describe('The real content decides, not the name or the declared type', () => {
  test.each([
    ['jpeg', '\xff\xd8\xff\xe0..JFIF'],
    ['png', '\x89PNG\r\n\x1a\n....'],
    ['gif', 'GIF89a....'],
    ['gif', 'GIF87a....'],
    ['webp', 'RIFF\x10\0\0\0WEBPVP8 '],
    ['heic', '\0\0\0\x18ftypheic\0\0\0\0'],
    ['heic', '\0\0\0\x18ftypmif1\0\0\0\0'],
    [null, '\0\0\0\x18ftypmp42\0\0\0\0'],
    [null, 'RIFF\x10\0\0\0WAVEfmt '],
    [null, '<svg xmlns="http://www.w3.org/2000/svg">'],
    [null, '<!doctype html>'],
    [null, '%PDF-1.7'],
    [null, ' \xff\xd8\xff'],
    [null, '\xff\xd8'],
    [null, ''],
  ])('%s', (kind, content) => {
    expect(detectImageKind(bytes(content))).toBe(kind);
  });

  test.each([
    ['%PDF-1.7', true],
    ['%PDF', false],
    [' %PDF-1.7', false],
    ['<html>%PDF-', false],
    ['', false],
  ])('%j starts as a PDF does: %s', (content, expected) => {
    expect(isPdf(bytes(content))).toBe(expected);
  });
});
