"""What the other side may cost: memory for one huge message, lines on stderr for many that mean nothing."""
import time

from client import Server

MIB = 1 << 20
FRAME = 63 * MIB


def filled(head, part, tail, size=FRAME):
    return head + part * ((size - len(head) - len(tail)) // len(part)) + tail


REQUEST = b'{"jsonrpc":"2.0","id":9,"method":"%s","params":'
CALL = REQUEST % b'tools/call' + b'{"name":"execute_command","arguments":{"command":"'
FRAMES = {
    'one text': filled(REQUEST % b'm' + b'["', b'x', b'"]}'),
    'four texts': REQUEST % b'm' + b'[' + b','.join([b'"' + b'x' * (15 * MIB) + b'"'] * 4) + b']}',
    'escapes': filled(REQUEST % b'm' + b'["', b'\\u00e9', b'"]}'),
    'bytes that are no text': REQUEST % b'm' + b'[' + b','.join([b'"\xff' + b'x' * (15 * MIB) + b'"'] * 4) + b']}',
    'numbers': filled(REQUEST % b'm' + b'[', b'1,', b'1]}'),
    'objects': filled(REQUEST % b'm' + b'[', b'{},', b'1]}'),
    'nesting': filled(REQUEST % b'm', b'[', b'}'),
    'a command': filled(CALL, b'x', b'"}}}'),
}


def huge_frames():
    for name, frame in FRAMES.items():
        server = Server('mcp', '--keep', '--sandbox', 'off')  # a spare shell for trials would count too
        server.initialize()
        before = server.memory()[1]
        server.send_text(frame)
        answer = server.read()
        assert 'error' in answer or answer['result']['isError'], (name, answer)
        assert server.ask('ping')['result'] == {}
        peak, after = server.memory()
        print(f'{name}: {(peak - before) / len(frame):.1f} times the frame, keeps {(after - before) / MIB:.1f} MiB')
        assert peak <= 3 * len(frame), name
        assert after - before < 4 * MIB, name
        assert server.end()[0] == 0


def unknown_notifications():
    server = Server('mcp')
    server.initialize()
    for number in range(40_000):
        server.send(f'nonsense/{number}', {})
    assert server.ask('ping')['result'] == {}
    status, said = server.end()
    print(said.strip())
    assert status == 0 and len(said.splitlines()) <= 3 and '39999 more' in said, said


for test in (huge_frames, unknown_notifications):
    begun = time.monotonic()
    test()
    print(f'ok: {test.__name__} ({time.monotonic() - begun:.0f} s)')
