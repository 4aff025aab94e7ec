import type { Plugin } from 'vite';

/** Has the browser fetch the code of the table when it has nothing else to do, so that a table opens
 * at once. That such a file is lost is nobody's trouble yet; the table asks for it again. */
export function ahead(): Plugin {
  return {
    name: 'ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        /** The files of a page: its code, what that imports, and their styles. */
        const filesOf = (page: string): string[] => {
          const found = new Set<string>();
          const visit = (name: string) => {
            const chunk = bundle[name];
            if (chunk?.type !== 'chunk' || found.has(name)) return;
            found.add(name);
            for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
            chunk.imports.forEach(visit);
          };
          for (const [name, chunk] of Object.entries(bundle))
            if (chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith(page)) visit(name);
          return [...found];
        };
        const there = new Set([...filesOf('/index.html'), ...filesOf('/lobby/LobbyPage.svelte')]);
        return filesOf('/table/TablePage.svelte')
          .filter((file) => !there.has(file))
          .map((file) => ({ tag: 'link', attrs: { rel: 'prefetch', href: `/${file}` } }));
      },
    },
  };
}
