/** A rich text editor. It produces exactly the HTML that the API stores; pasted content is reduced to what a page can show. */
import StarterKit from '@tiptap/starter-kit';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import type { Editor } from '@tiptap/react';
import { Button } from '@web/ui/actions/button';
import { cx } from '@web/ui/core/cx';
import { TextField } from '@web/ui/forms/fields';
import { readingDirection } from '@web/ui/core/reading-direction';
import { Sheet } from '@web/ui/dialogs/sheet';
import { richTextClass } from '@web/ui/display/rich-text';
import { useEffect, useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import styles from './writing.module.css';

export interface TextEditorProps {
  /** HTML. A value that the editor did not produce replaces the text. */
  value: string;
  onChange: (html: string) => void;
  /** The id of the element that labels it. */
  labelledBy: string;
}

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    trailingNode: false,
    link: { openOnClick: false, HTMLAttributes: { target: null, rel: null } },
  }),
];

/** The HTML of the document. An empty document is an empty text instead of an empty paragraph. */
const htmlOf = (editor: Editor): string => (editor.isEmpty ? '' : editor.getHTML());

export function TextEditor({ value, onChange, labelledBy }: TextEditorProps) {
  const editor = useEditor({
    extensions,
    content: value,
    immediatelyRender: false,
    injectCSS: false,
    editorProps: {
      attributes: { class: cx(richTextClass, styles.writing), role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': labelledBy },
    },
    onUpdate: ({ editor: changed }) => onChange(htmlOf(changed)),
  });
  useEffect(() => {
    if (editor !== null && value !== htmlOf(editor)) editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return (
    <div className={styles.editor}>
      {editor === null ? <div className={styles.toolbar} /> : <Toolbar editor={editor} />}
      <EditorContent editor={editor} className={styles.sheet} />
    </div>
  );
}

interface Tool {
  name: string;
  symbol: string;
  /** The editor's name of the format; only for tools that can be on or off. */
  mark?: [string, object?];
  apply: (editor: Editor) => void;
}

const chain = (editor: Editor) => editor.chain().focus();
const tools: readonly Tool[] = [
  { name: 'Heading', symbol: 'H2', mark: ['heading', { level: 2 }], apply: (editor) => chain(editor).toggleHeading({ level: 2 }).run() },
  {
    name: 'Subheading',
    symbol: 'H3',
    mark: ['heading', { level: 3 }],
    apply: (editor) => chain(editor).toggleHeading({ level: 3 }).run(),
  },
  { name: 'Bold', symbol: 'B', mark: ['bold'], apply: (editor) => chain(editor).toggleBold().run() },
  { name: 'Italic', symbol: 'I', mark: ['italic'], apply: (editor) => chain(editor).toggleItalic().run() },
  { name: 'Underline', symbol: 'U', mark: ['underline'], apply: (editor) => chain(editor).toggleUnderline().run() },
  { name: 'List', symbol: '•', mark: ['bulletList'], apply: (editor) => chain(editor).toggleBulletList().run() },
  { name: 'Numbered list', symbol: '1.', mark: ['orderedList'], apply: (editor) => chain(editor).toggleOrderedList().run() },
  { name: 'Quote', symbol: '“', mark: ['blockquote'], apply: (editor) => chain(editor).toggleBlockquote().run() },
  { name: 'Undo', symbol: '↶', apply: (editor) => chain(editor).undo().run() },
  { name: 'Redo', symbol: '↷', apply: (editor) => chain(editor).redo().run() },
];

/** One tab stop; arrow keys move between the tools. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  event.preventDefault();
  buttons.at((at + step * readingDirection()) % buttons.length)?.focus();
}

/** Pressing a tool leaves the caret where it is: no keystroke is lost, and a phone's keyboard stays open. */
function keepFocusInText(event: MouseEvent): void {
  event.preventDefault();
}

function Toolbar({ editor }: { editor: Editor }) {
  const [tabStop, setTabStop] = useState(0);
  const [isLinking, setLinking] = useState(false);
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => [
      ...tools.map(({ mark }) => mark !== undefined && current.isActive(...mark)),
      current.isActive('link'),
    ],
  });
  const button = (index: number, { name, symbol, mark }: Omit<Tool, 'apply'>, onPress: () => void) => (
    <button
      key={name}
      type="button"
      className={cx(styles.tool, active[index] && styles.on)}
      aria-label={name}
      title={name}
      aria-pressed={mark === undefined ? undefined : active[index]}
      tabIndex={index === tabStop ? 0 : -1}
      onFocus={() => setTabStop(index)}
      onMouseDown={keepFocusInText}
      onClick={onPress}
    >
      {mark === undefined ? <span className={styles.turns}>{symbol}</span> : symbol}
    </button>
  );
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Formatting" onKeyDown={moveFocus}>
      {tools.map((tool, index) => button(index, tool, () => tool.apply(editor)))}
      {button(tools.length, { name: 'Link', symbol: 'Link', mark: ['link'] }, () => setLinking(true))}
      {isLinking ? <LinkSheet editor={editor} onClose={() => setLinking(false)} /> : null}
    </div>
  );
}

const isLink = (href: string): boolean => /^(\/(?!\/)|https?:\/\/|mailto:)\S+$/i.test(href) || href === '/';

function LinkSheet({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const currentHref = String(editor.getAttributes('link')['href'] ?? '');
  const [href, setHref] = useState(currentHref);
  const [isInvalid, setInvalid] = useState(false);
  const linkRange = chain(editor).extendMarkRange('link');
  const setLink = () => {
    const to = href.trim();
    if (!isLink(to)) {
      setInvalid(true);
      return;
    }
    // Without a selection the URL itself becomes the text.
    if (editor.state.selection.empty && currentHref === '')
      chain(editor)
        .insertContent({ type: 'text', text: to, marks: [{ type: 'link', attrs: { href: to } }] })
        .run();
    else linkRange.setLink({ href: to }).run();
    onClose();
  };
  return (
    <Sheet
      open
      title="Link"
      onClose={onClose}
      actions={
        <>
          <Button kind="primary" onPress={setLink}>
            Set link
          </Button>
          {currentHref === '' ? null : (
            <Button
              onPress={() => {
                linkRange.unsetLink().run();
                onClose();
              }}
            >
              Remove link
            </Button>
          )}
        </>
      }
    >
      <TextField
        label="Link"
        hint="A path of this site such as /page/terms, or an address that begins with https:// or mailto:"
        inputMode="url"
        value={href}
        error={isInvalid ? 'Begin with /, https:// or mailto:' : undefined}
        onChange={(event) => {
          setHref(event.target.value);
          setInvalid(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          setLink();
        }}
      />
    </Sheet>
  );
}
