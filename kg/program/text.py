"""The readable form of programs: a small part of Python's syntax, which is never run as Python.

    @action("701.44a")
    def explore(it):
        card = reveal(top(controller(it), 1))
        if matches(card, "land"):
            move(card, to="hand")
        else:
            put_counters(it, kind="+1/+1", n=1)
            with may(controller(it)):
                move(card, to="graveyard")

The decorator gives the kind (`action`, `ability`, `text`), the rules, for a curated program
`since=` and `until=`, and `name=` where Python couldn't spell it. A statement's own rules follow it
in a comment, `# CR 701.44b + 701.44c`.
`with otherwise():` right after a `with` holds what happens when an offer isn't taken.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from kg.errors import ProgramError
from kg.program.tree import (
    Call,
    Do,
    Expression,
    ForEach,
    If,
    Name,
    Program,
    Statement,
    Within,
    op_of,
)

__all__ = ["parse_programs", "print_expression", "print_program", "program_as_json"]

_KINDS = ("action", "ability", "text")
_CITED = re.compile(r"#\s*CR ((?:\d{3}\.\d+[a-z]?)(?: \+ \d{3}\.\d+[a-z]?)*)\s*$")
_INDENT = "    "


def parse_programs(source: str, *, name: str, origin: str = "curated") -> tuple[Program, ...]:
    """The programs that a text holds, in order.

    Args:
        name: of the file, for messages.

    Raises:
        ProgramError: what isn't of this form; the message has the line.
    """
    try:
        module = ast.parse(source)
    except SyntaxError as error:
        raise ProgramError(f"{name}:{error.lineno}: {error.msg}") from None
    reader = _Reader(name, source.splitlines())
    return tuple(reader.program(node, origin) for node in module.body if not _is_docstring(node))


def program_as_json(program: Program) -> dict[str, str | list[str]]:
    """A program with the rules that state it and where it came from."""
    return {
        "name": program.name,
        "kind": program.kind,
        "origin": program.origin,
        "rules": list(program.rules),
        "text": print_program(program),
    }


def print_program(program: Program) -> str:
    """The text of a program; `parse_programs` gives an equal one back."""
    head = [f'"{number}"' for number in program.rules]
    head += [f'{key}="{value}"' for key in ("since", "until") if (value := getattr(program, key))]
    if _plain_name(_identifier(program.name)).replace("_", " ") != program.name:
        head.append(f"name={print_expression(program.name)}")
    lines = [
        f"@{program.kind}({', '.join(head)})",
        f"def {_identifier(program.name)}({', '.join(program.parameters)}):",
        *_block(program.body, 1),
    ]
    return "\n".join(lines) + "\n"


def print_expression(value: Expression) -> str:
    """The text of an expression."""
    if isinstance(value, Name):
        return value.id
    if isinstance(value, tuple):
        return f"[{', '.join(map(print_expression, value))}]"
    if isinstance(value, Call):
        parts = [print_expression(argument) for argument in value.args]
        parts += [f"{role}={print_expression(filler)}" for role, filler in value.roles]
        return f"{_identifier(value.op)}({', '.join(parts)})"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return repr(value)


def _identifier(name: str) -> str:
    """A name as Python spells one; those that Python keeps for itself end in an underscore."""
    spelt = op_of(name)
    if not spelt[:1].isidentifier():
        spelt = f"_{spelt}"
    return f"{spelt}_" if spelt in {"is", "not", "and", "or", "with", "for", "if"} else spelt


def _plain_name(identifier: str) -> str:
    return identifier.removesuffix("_")


def _block(statements: tuple[Statement, ...], depth: int) -> Iterator[str]:
    indent = _INDENT * depth
    if not statements:
        yield f"{indent}pass"
    for statement in statements:
        cited = f"  # CR {' + '.join(statement.rules)}" if statement.rules else ""
        if isinstance(statement, Do):
            name = f"{statement.result} = " if statement.result else ""
            yield f"{indent}{name}{print_expression(statement.call)}{cited}"
        elif isinstance(statement, If):
            yield f"{indent}if {print_expression(statement.condition)}:{cited}"
            yield from _block(statement.then, depth + 1)
            if statement.otherwise:
                yield f"{indent}else:"
                yield from _block(statement.otherwise, depth + 1)
        elif isinstance(statement, ForEach):
            yield f"{indent}for {statement.name} in {print_expression(statement.items)}:{cited}"
            yield from _block(statement.body, depth + 1)
        else:
            name = f" as {statement.result}" if statement.result else ""
            yield f"{indent}with {print_expression(statement.frame)}{name}:{cited}"
            yield from _block(statement.body, depth + 1)
            if statement.otherwise:
                yield f"{indent}with otherwise():"
                yield from _block(statement.otherwise, depth + 1)


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


class _Reader:
    """Turns Python's tree into ours, and refuses all that ours has no place for."""

    def __init__(self, name: str, lines: list[str]) -> None:
        self._name = name
        self._lines = lines

    def program(self, node: ast.stmt, origin: str) -> Program:
        if not isinstance(node, ast.FunctionDef) or len(node.decorator_list) != 1:
            raise self._refuse(node, "a program is a def under one decorator")
        head = self._call(node.decorator_list[0])
        if head.op not in _KINDS or not all(isinstance(rule, str) for rule in head.args):
            raise self._refuse(node, f"the decorator is one of {', '.join(_KINDS)}, with rules")
        body = [each for each in node.body if not _is_docstring(each)]
        return Program(
            name=str(head.role("name", _plain_name(node.name).replace("_", " "))),
            kind=head.op,
            parameters=tuple(argument.arg for argument in node.args.args),
            body=self._statements(body),
            rules=tuple(str(rule) for rule in head.args),
            origin=origin,
            since=str(head.role("since", "")),
            until=str(head.role("until", "")),
        )

    def _statements(self, nodes: list[ast.stmt]) -> tuple[Statement, ...]:
        found: list[Statement] = []
        for node in nodes:
            if isinstance(node, ast.Pass):
                continue
            if isinstance(node, ast.With) and self._is_otherwise(node):
                if not found or not isinstance(before := found.pop(), Within):
                    raise self._refuse(node, "`otherwise` follows a `with` block")
                found.append(
                    Within(
                        before.frame,
                        before.body,
                        self._statements(node.body),
                        before.result,
                        before.rules,
                    )
                )
            else:
                found.append(self._statement(node))
        return tuple(found)

    def _statement(self, node: ast.stmt) -> Statement:
        rules = self._rules(node)
        match node:
            case ast.Expr(value=value):
                return Do(self._call(value), "", rules)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                return Do(self._call(value), name, rules)
            case ast.If(test=test, body=body, orelse=orelse):
                condition = self._expression(test)
                return If(condition, self._statements(body), self._statements(orelse), rules)
            case ast.For(target=ast.Name(id=name), iter=items, body=body, orelse=[]):
                return ForEach(name, self._expression(items), self._statements(body), rules)
            case ast.With(items=[ast.withitem(context_expr=frame, optional_vars=bound)], body=body):
                name = bound.id if isinstance(bound, ast.Name) else ""
                return Within(self._call(frame), self._statements(body), (), name, rules)
        raise self._refuse(node, "no statement of programs")

    def _is_otherwise(self, node: ast.With) -> bool:
        frame = node.items[0].context_expr
        return isinstance(frame, ast.Call) and ast.unparse(frame) == "otherwise()"

    def _rules(self, node: ast.stmt) -> tuple[str, ...]:
        """The rules in the comment that ends the statement's first line, or its only one's last."""
        inner = getattr(node, "body", None)
        line = node.lineno if inner else (node.end_lineno or node.lineno)
        match = _CITED.search(self._lines[line - 1])
        return tuple(match[1].split(" + ")) if match else ()

    def _call(self, node: ast.expr) -> Call:
        value = self._expression(node)
        if not isinstance(value, Call):
            raise self._refuse(node, "a call is wanted here")
        return value

    def _expression(self, node: ast.expr) -> Expression:
        match node:
            case ast.Constant(value=str() | int() | None as value):
                return value
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
                return -value
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Call("not", (self._expression(operand),))
            case ast.BoolOp(op=joining, values=values):
                joined = "and" if isinstance(joining, ast.And) else "or"
                return Call(joined, tuple(self._expression(value) for value in values))
            case ast.Name(id=name):
                return Name(name)
            case ast.List(elts=items):
                return tuple(self._expression(item) for item in items)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords):
                roles = tuple(
                    (each.arg, self._expression(each.value)) for each in keywords if each.arg
                )
                op = _plain_name(name)
                return Call(op, tuple(self._expression(each) for each in args), roles)
        raise self._refuse(node, "no expression of programs")

    def _refuse(self, node: ast.stmt | ast.expr, why: str) -> ProgramError:
        return ProgramError(f"{self._name}:{node.lineno}: {why}: {ast.unparse(node)[:60]}")
